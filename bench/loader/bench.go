package main

import (
	"context"
	"embed"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/loader"
)

// An effort is the number of measurements.
type effort struct {
	rounds  int     // processes per median
	share   float64 // share of the usual number of calls
	pairs   int     // pairs of runs of a scene, with a layer and without
	turns   int     // runs in each half of a pair
	seconds float64 // length of each run
}

// usual has many rounds because code has a different address in each process, which changes the time of a
// call.
var usual = effort{rounds: 21, share: 1, pairs: 15, turns: 12, seconds: 0.5}

//go:embed testdata
var sources embed.FS

// The layers of the stack intercept all functions and have no hooks.
const everyFunction = "--passive --hooks none --intercept @all --force"

var stack = []string{"first", "second", "third"}

// bench is the state that the parts share.
type bench struct {
	*measure.Workshop
	effort
	host   *loader.Host
	called map[string]measure.Series // times of calls; nil until a part measures them
	report *measure.Report
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "taskset", "/usr/include/EGL/egl.h", "/usr/include/GLES2/gl2.h", measure.GlXML); err != nil {
		return nil, err
	}
	shop, err := measure.NewWorkshop(ctx, dir, sources)
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

// layers builds the first n layers of the stack and returns their files, starting with the one next to the
// app.
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

// software makes Mesa draw without a GPU and without a window.
const software = "LIBGL_ALWAYS_SOFTWARE=1"

var surfaceless = []string{"EGL_PLATFORM=surfaceless", software}

// compileGL compiles a program and links it with EGL and OpenGL ES.
func (b *bench) compileGL(ctx context.Context, name string) (string, error) {
	return b.Compile(ctx, name+".c", name, "-lEGL", "-lGLESv2")
}
