package abi

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/project/build"
	"github.com/gleslayergen/gleslayergen/registry"
)

// limit is for one program; the slowest builds 1060 hooks, and the standard library before them.
const limit = 10 * time.Minute

// run runs a program in a folder and gives what it printed.
func run(t *testing.T, dir string, line ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.WaitDelay = dir, 5*time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatalf("%s: stopped after %v\n%s", line[0], limit, out)
	}
	return string(out), err
}

// must runs a program that may not fail.
func must(t *testing.T, dir string, line ...string) string {
	t.Helper()
	needTool(t, line[0])
	out, err := run(t, dir, line...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(line, " "), err, out)
	}
	return out
}

// request asks for a project.
func request(style, hooks string, intercept ...string) project.Request {
	q := project.Request{Module: "gleslayer", Tool: "abi", Config: project.Config{Name: "gleslayer", Init: style,
		API: "egl=1.5,gles2=3.2", Extensions: "all", Template: "go"}}
	for _, pattern := range intercept {
		q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: pattern, Hooks: hooks})
	}
	return q
}

// create writes a project to a new folder.
func create(t *testing.T, q project.Request) *project.Created {
	t.Helper()
	q.Dir = filepath.Join(t.TempDir(), "layer")
	created, err := project.Create(t.Context(), registry.Builtin(), q)
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// buildLayer builds the layer of a project.
func buildLayer(t *testing.T, created *project.Created, g target) string {
	t.Helper()
	g.need(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	config, err := project.Load(created.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lib, err := build.Build(ctx, created.Dir, config, g.project(), &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	checkLayer(t, lib)
	return lib
}

// edit changes a file of a project.
func edit(t *testing.T, created *project.Created, path string, change func(string) string) {
	t.Helper()
	path = filepath.Join(created.Dir, path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := change(string(text))
	if changed == string(text) {
		t.Fatalf("%s: nothing to change was found", path)
	}
	writeText(t, path, changed)
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
