package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// A way is one way from an app to the driver's function.
type way struct {
	name  string
	layer func(*bench, context.Context) (string, error)
	calls int // in each process

	beside []string // the ways it is compared with
}

const (
	direct = "indirect call"
	bare   = "bare C-Go-C"
)

var ways = []way{
	{direct, func(*bench, context.Context) (string, error) { return "-", nil }, 10_000_000, nil},
	{bare, (*bench).bareLayer, 300_000, []string{direct}},
	{"Go hook", built("probego"), 300_000, []string{direct, bare}},
	{"C hook", built("probec"), 10_000_000, []string{direct}},
	{"no hook", built("probenone"), 10_000_000, []string{direct}},
}

func built(project string) func(*bench, context.Context) (string, error) {
	return func(b *bench, ctx context.Context) (string, error) { return b.layer(ctx, project) }
}

// hooks tells what hooks cost. It has no limits of its own.
func (b *bench) hooks(ctx context.Context) error {
	caller, err := b.compile(ctx, "calls.c", "calls")
	if err != nil {
		return err
	}
	var probes []measure.Probe
	for _, w := range ways {
		layer, err := w.layer(b, ctx)
		if err != nil {
			return err
		}
		command := measure.Command{Args: []string{caller, layer, strconv.Itoa(w.calls)}}
		probes = append(probes, measure.Probe{Name: w.name, Once: func(ctx context.Context) (measure.Values, error) {
			return costs(command.Run(ctx))
		}})
	}
	got, err := measure.Turns{Title: "hooks", Rounds: rounds}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	for _, function := range []string{"glDrawArrays", "eglChooseConfig", "glTexImage2D"} {
		for _, w := range ways[1:] {
			row := measure.Row{What: function + ", " + w.name, Unit: measure.Nanosecond, Measured: got[w.name+" "+function]}
			for _, beside := range w.beside {
				row.References = append(row.References, measure.Reference{Name: beside, Unit: measure.Nanosecond, Measured: got[beside+" "+function]})
			}
			b.report.Add(row)
		}
	}
	return nil
}

// costs reads what the program calls printed: lines of a function and nanoseconds.
func costs(u measure.Usage, err error) (measure.Values, error) {
	values := measure.Values{}
	for line := range strings.Lines(u.Out) {
		function, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		ns, wrong := strconv.ParseFloat(text, 64)
		if wrong != nil {
			return nil, fmt.Errorf("%q is no line of calls: %w", line, wrong)
		}
		values[" "+function] = ns
	}
	return values, err
}

// bareLayer builds the layer of testdata/bare.
func (b *bench) bareLayer(ctx context.Context) (string, error) {
	if err := b.needCache(ctx); err != nil {
		return "", err
	}
	for _, name := range []string{"bare.go", "bare.c", "bare.h"} {
		if _, err := b.source("bare/" + name); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(b.path("bare", "go.mod"), []byte("module bare\n\ngo 1.26\n"), 0o666); err != nil {
		return "", err
	}
	lib := b.path("bare", "libbare.so")
	_, err := measure.Command{Args: []string{"go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", lib, "."},
		Dir: b.path("bare"), Env: buildEnv(b.cache)}.Run(ctx)
	return lib, err
}
