package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// An effort is the number of measurements.
type effort struct {
	rounds int    // processes per median
	share  string // share of the usual number of calls
	bursts int    // of the calls that observers get
	full   bool   // include layers that intercept all functions, which take long to build
}

// usual has many rounds because code has a different address in each process, which changes the time of a
// call.
var usual = effort{rounds: 21, share: "1", bursts: 60, full: true}

//go:embed testdata
var sources embed.FS

// projects are the projects to build, with the arguments of new.
var projects = map[string]string{
	"hooknone": "--passive --hooks none" + intercepted,
	"hookc":    "--passive --hooks c" + intercepted,
	"hookgo":   "--passive --hooks go" + intercepted,
	"hookbare": "--passive --hooks go" + intercepted, // with package bare
	"fullnone": "--passive --hooks none --intercept @all --force",
	"fullgo":   "--passive --hooks go --intercept @all --force",

	"drawing": "--active --hooks c --template c --with draw --intercept eglSwapBuffers",

	"setsoff":    "--passive --with log,errors,frames,calls,atrace" + intercepted,
	"setatrace":  "--passive --with atrace" + intercepted,
	"setcalls":   "--passive --with calls" + intercepted,
	"seterrors":  "--passive --with errors" + intercepted,
	"crumbsoff":  "--passive --with breadcrumbs" + intercepted,
	"explained":  "--passive --with explain" + intercepted,
	"drawnone":   "--passive --hooks none" + intercepted,
	"drawgpuoff": "--passive --with gputime" + intercepted,
	"drawgpu":    "--passive --with gputime" + intercepted,
	"setcrumbs":  "--passive --with breadcrumbs" + intercepted,
	"profileoff": "--passive --with profile" + intercepted,
	"injectoff":  "--passive --with inject" + intercepted,
	"hudding":    "--passive --template c --with hud",

	"hudoff":      "--passive --with hud" + intercepted,
	"imagenone":   "--passive --hooks none" + intercepted,
	"imagememoff": "--passive --with memory" + intercepted,
	"tracked":     "--active --with memory --template c --intercept eglSwapBuffers",

	"observed":      "--passive --hooks observe" + intercepted,
	"observedtimes": "--passive --hooks observe" + intercepted,
}

const intercepted = " --intercept glGetError --intercept glDrawArrays --intercept glUniform4f --intercept eglChooseConfig --intercept glTexImage2D"

// bench is the state that the parts share.
type bench struct {
	*measure.Workshop
	effort
	names  string // the file of names that a loader requests
	report *measure.Report
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "c++", "taskset"); err != nil {
		return nil, err
	}
	shop, err := measure.NewWorkshop(ctx, dir, sources)
	if err != nil {
		return nil, err
	}
	shop.Projects = projects
	r.Path = filepath.Join(shop.Root, r.Path)
	names, err := shop.Names()
	return &bench{Workshop: shop, effort: usual, names: names, report: r}, err
}

// withBare builds the layer that has package bare next to its hooks.
func (b *bench) withBare(ctx context.Context) (string, error) {
	const name = "hookbare"
	if err := b.Project(ctx, name); err != nil {
		return "", err
	}
	if err := b.Copy("bare", filepath.Join(name, "bare")); err != nil {
		return "", err
	}
	text := fmt.Sprintf("package main\n\nimport _ %q\n\nfunc main() {}\n", name+"/bare")
	if err := os.WriteFile(b.Path(name, "main.go"), []byte(text), 0o666); err != nil {
		return "", err
	}
	return b.Layer(ctx, name)
}

// bareShared builds a shared object from directories of testdata and names it after the last one.
func (b *bench) bareShared(ctx context.Context, dirs ...string) (string, error) {
	name := dirs[len(dirs)-1]
	for _, dir := range dirs {
		if err := b.Copy(dir, name); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(b.Path(name, "go.mod"), []byte("module single\n\ngo 1.26\n"), 0o666); err != nil {
		return "", err
	}
	return b.GoShared(ctx, name, "lib"+name+".so", b.Cache)
}
