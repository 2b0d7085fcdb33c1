package main

import (
	"context"
	"embed"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

//go:embed testdata
var sources embed.FS

// An effort has the numbers of repetitions.
type effort struct {
	rounds int // processes for a median
	calls  int // calls in each process, on each thread
	turns  int // runs of the scene
}

var usual = effort{rounds: 9, calls: 1_000_000, turns: 9}

// bench has what the parts share.
type bench struct {
	*measure.Workshop
	effort
	host     *loader.Host
	layer    string // path of the recorder
	apitrace string // path of apitrace's library
	report   *measure.Report

	counts map[string]int // number of calls of each function in apitrace's last run
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "apitrace", "glmark2-es2", "Xvfb", "chromium", sprites[0], "/usr/include/EGL/egl.h", measure.GlXML); err != nil {
		return nil, err
	}
	shop, err := measure.NewWorkshop(ctx, dir, sources)
	if err != nil {
		return nil, err
	}
	r.Path = filepath.Join(shop.Root, r.Path)
	b := &bench{Workshop: shop, effort: usual, report: r}
	if b.apitrace, err = apitrace.Library(); err != nil {
		return nil, err
	}
	if b.layer, err = recorder.Layer(ctx, shop.Path("layers")); err != nil {
		return nil, err
	}
	b.host, err = loader.Prepare(ctx, loader.Options{Cache: shop.Path("loader")})
	return b, err
}

// software makes Mesa draw without a GPU.
const software = "LIBGL_ALWAYS_SOFTWARE=1"

// A way is a way to record the calls of a program.
type way struct {
	name   string
	layer  bool     // with the desktop loader and the recorder
	loader bool     // with the desktop loader only
	env    []string // settings of the recorder
	file   string   // file of the recording
}

// in runs a program in a way.
func in[T any](ctx context.Context, b *bench, w way, c measure.Command, run func(measure.Command, context.Context) (T, error)) (T, error) {
	c.Env = append(slices.Clone(c.Env), w.env...)
	if !w.layer && !w.loader {
		return run(c, ctx)
	}
	setup := loader.Setup{}
	if w.layer {
		setup.List = b.layer
	}
	host, err := b.host.NewRun("", setup)
	if err != nil {
		var none T
		return none, err
	}
	defer host.Close()
	c.Env = append(c.Env, host.Env()...)
	return run(c, ctx)
}
