package main

import (
	"context"
	"embed"
	"errors"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

//go:embed testdata
var sources embed.FS

// app is the app that gets layers. Every test device has it, and it is debuggable.
const app = "com.example.game"

// bench is the state that the parts share.
type bench struct {
	*measure.Workshop
	rounds int // processes per median
	many   int // devices of the part "all"
	layer  string
	report *measure.Report
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "adb", "aapt2", "apksigner", measure.GlXML); err != nil {
		return nil, err
	}
	shop, err := measure.NewWorkshop(ctx, dir, sources)
	if err != nil {
		return nil, err
	}
	b := &bench{Workshop: shop, rounds: 15, many: 50, layer: shop.Path("libbench.so"), report: r}
	r.Path = filepath.Join(shop.Root, r.Path)
	return b, errors.Join(b.compileLayer(ctx), b.compileDevice(ctx))
}

// compileLayer builds a shared object that needs no library and that a device accepts as a layer.
func (b *bench) compileLayer(ctx context.Context) error {
	if err := b.Copy("layer.c", "layer.c"); err != nil {
		return err
	}
	_, err := measure.Command{Args: []string{"cc", "-O2", "-shared", "-fPIC", "-nostdlib", "-fvisibility=hidden", "-Wl,-soname,libbench.so",
		"-Wl,-z,max-page-size=16384,-z,separate-code,-z,noexecstack", "-o", b.layer, b.Path("layer.c")}}.Run(ctx)
	return err
}

// probe measures the wall-clock time of one run of the program.
func probe(name string, once func(ctx context.Context) (measure.Usage, error)) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		u, err := once(ctx)
		return measure.Values{"": float64(u.Wall.Nanoseconds()) / 1e6}, err
	}}
}

// run alternates between the probes and reports those that have a limit.
func (b *bench) run(ctx context.Context, title string, limits []measure.Limit, probes ...measure.Probe) (map[string]measure.Series, error) {
	return b.report.Limits(ctx, measure.Turns{Title: title, Rounds: b.rounds, Warm: true}, limits, probes...)
}
