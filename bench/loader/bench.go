package main

import (
	"context"
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/bench/workshop"
	"github.com/gleslayergen/gleslayergen/loader"
)

// An effort says how much is measured.
type effort struct {
	rounds  int     // how many processes a median is taken of
	share   float64 // of the usual number of calls
	pairs   int     // of runs of a scene, with a layer and without
	seconds float64 // of each such run
}

// usual has many rounds: code lies at other addresses in each process, and a call takes a little longer at some.
var usual = effort{rounds: 21, share: 1, pairs: 15, seconds: 2}

//go:embed testdata
var sources embed.FS

// The layers that are stacked intercept all functions and have no hooks.
const everyFunction = "--passive --hooks none --intercept @all --force"

var stack = []string{"first", "second", "third"}

// bench is what the parts share.
type bench struct {
	*workshop.Workshop
	effort
	host   *loader.Host
	called map[string]measure.Series // what calls took, once a part wanted it
	report *measure.Report
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "taskset", "Xvfb", "glmark2-es2", "/usr/include/EGL/egl.h", "/usr/include/GLES2/gl2.h", measure.GlXML); err != nil {
		return nil, err
	}
	shop, err := workshop.New(ctx, dir, sources)
	if err != nil {
		return nil, err
	}
	shop.Projects = map[string]string{}
	for _, name := range stack {
		shop.Projects[name] = everyFunction
	}
	r.Path = filepath.Join(shop.Root, r.Path)
	host, err := loader.Prepare(ctx, loader.Options{Cache: shop.Path("loader")})
	return &bench{Workshop: shop, effort: usual, host: host, report: r}, err
}

// layers builds the first of the stack, and gives their files, the app's side first.
func (b *bench) layers(ctx context.Context, count int) (files []string, err error) {
	for _, name := range stack[:count] {
		file, err := b.Layer(ctx, name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// once runs a program: bound to the machine's own libraries, or under so many layers, and then gives the calls that
// entered the stand-ins.
func (b *bench) once(ctx context.Context, layers int, c measure.Command) (measure.Usage, map[string]float64, error) {
	if layers == bound {
		u, err := c.Run(ctx)
		return u, nil, err
	}
	files, err := b.layers(ctx, layers)
	if err != nil {
		return measure.Usage{}, nil, err
	}
	// An empty search path makes names absolute (rule 1.10).
	run, err := b.host.NewRun("", loader.Setup{List: strings.Join(files, ":")})
	if err != nil {
		return measure.Usage{}, nil, err
	}
	defer run.Close()
	c.Env = append(slices.Clone(c.Env), run.Env()...)
	u, err := c.Run(ctx)
	if err != nil {
		return u, nil, err
	}
	calls, err := tally(run, layers)
	return u, calls, err
}

// How Mesa draws without a GPU, and without a window.
const software = "LIBGL_ALWAYS_SOFTWARE=1"

var surfaceless = []string{"EGL_PLATFORM=surfaceless", software}

// compileGL makes a program that is linked with EGL and OpenGL ES.
func (b *bench) compileGL(ctx context.Context, name string) (string, error) {
	return b.Compile(ctx, name+".c", name, "-lEGL", "-lGLESv2")
}

// tally sums the calls of a run, and fails unless the one process of it had so many layers.
func tally(r *loader.Run, layers int) (map[string]float64, error) {
	boards, err := r.Boards()
	if err != nil {
		return nil, err
	}
	if len(boards) != 1 {
		return nil, fmt.Errorf("%d processes under the loader, not one", len(boards))
	}
	board := boards[0]
	if len(board.Layers) != layers || len(board.Problems) > 0 {
		return nil, fmt.Errorf("%d layers, not %d; %s", len(board.Layers), layers, strings.Join(board.Problems, "; "))
	}
	calls := map[string]float64{}
	for i, name := range board.Names {
		calls[name] += float64(board.Calls[i])
	}
	return calls, nil
}
