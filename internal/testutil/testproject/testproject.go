// Package testproject creates and builds layer projects for tests.
package testproject

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// A test binary that creates projects starts itself again to render a template pack.
func init() { pack.RunChild() }

// limit is the time limit of one external command. The slowest builds 1060 hooks.
const limit = 10 * time.Minute

// Request returns a request for a project named gleslayer with one kind of hook for all intercepted commands.
func Request(style, hooks string, intercept []string, use ...string) project.Request {
	q := project.Request{Module: "gleslayer", Tool: "golden", Config: project.Config{Name: "gleslayer", Init: style,
		Use: use, API: "egl=1.5,gles2=3.2", Extensions: "all", Constants: project.ConstantsAll, Template: "go"}}
	for _, pattern := range intercept {
		q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: pattern, Hooks: hooks})
	}
	return q
}

// Create creates the project in a new directory of that name.
func Create(t testing.TB, r *registry.Registry, q project.Request, name string) string {
	t.Helper()
	q.Dir = filepath.Join(t.TempDir(), name)
	if _, err := project.Create(t.Context(), r, q); err != nil {
		t.Fatal(err)
	}
	return q.Dir
}

// Build builds a project for this machine and returns the path of the layer.
func Build(t testing.TB, dir string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	config, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lib, err := build.Build(ctx, dir, config, build.Host(), &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return lib
}

// Instrument builds a project with additional flags for the C compiler and the go command. It keeps the symbols, which the
// reports of a sanitizer need.
func Instrument(t testing.TB, dir, flags string, goFlags ...string) string {
	t.Helper()
	lib := filepath.Join(dir, "lib"+filepath.Base(dir)+".so")
	exports := filepath.Join(dir, "core", "zz_generated_layer.map")
	args := append([]string{"CC=gcc", "CGO_CFLAGS=-O2 " + flags, "CGO_LDFLAGS=" + flags, "go", "build", "-buildmode=c-shared", "-trimpath",
		"-ldflags=-X=runtime.godebugDefault=asyncpreemptoff=1 '-extldflags=-Wl,--no-undefined -Wl,--version-script=" + exports + "'"}, goFlags...)
	Command(t, dir, "env", append(args, "-o", lib, ".")...)
	return lib
}

// Command runs a program in a directory and returns its output. The test fails if the program fails.
func Command(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s\n(if a program is not found, run: make deps)", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
