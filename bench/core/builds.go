package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// builds measures builds of projects, and the size of the results.
func (b *bench) builds(ctx context.Context) error {
	for _, f := range []func(context.Context) error{b.cleanBuild, b.rebuilds, b.sizes} {
		if err := f(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cleanBuild builds the largest project with only the standard library in the cache.
func (b *bench) cleanBuild(ctx context.Context) error {
	const clean = "clean build, @all Go hooks"
	if err := b.needCache(ctx); err != nil {
		return err
	}
	once := func(ctx context.Context) (measure.Values, error) {
		cache := b.Path("clean")
		err := errors.Join(os.RemoveAll(cache), os.RemoveAll(b.Path("fullgo", "build")), os.CopyFS(cache, os.DirFS(b.std)))
		if err != nil {
			return nil, err
		}
		u, err := b.Build("fullgo", cache).Cores(2).RunTree(ctx)
		return measure.Values{"": u.Wall.Seconds(), measure.Memory: u.Memory}, err
	}
	probes := []measure.Probe{{Name: clean, Once: once}}
	for range rounds / 3 {
		probes = append(probes, measure.CPU)
	}
	got, err := measure.Turns{Title: "clean build", Rounds: 3}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	b.report.Add(measure.Row{What: clean, Unit: measure.Second, Measured: got[clean], References: []measure.Reference{speed(got)},
		Limit: measure.Scaled(15, measure.Second, got[measure.CPU.Name])})
	b.report.Add(measure.Row{What: clean + measure.Memory + " (sum of RSS)", Unit: measure.Megabyte, Measured: got[clean+measure.Memory],
		Limit: measure.Fixed(400)})
	return nil
}

// rebuilds measures builds after an edit of hooks.go.
func (b *bench) rebuilds(ctx context.Context) error {
	limits := []struct {
		project, what string
		seconds       float64
	}{{"fullgo", "rebuild after an edit, @all", 3}, {"onego", "rebuild after an edit, one hook", 0.5}}
	probes := []measure.Probe{measure.CPU}
	for _, l := range limits {
		if _, err := b.layer(ctx, l.project); err != nil {
			return err
		}
		command := b.Build(l.project, b.Cache).Cores(2)
		probes = append(probes, probe(l.what, measure.Second, command, editor(b.Path(l.project, "hooks.go"))))
	}
	got, err := measure.Turns{Title: "rebuild", Rounds: rounds, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	for _, l := range limits {
		b.report.Add(measure.Row{What: l.what, Unit: measure.Second, Measured: got[l.what], References: []measure.Reference{speed(got)},
			Limit: measure.Scaled(l.seconds, measure.Second, got[measure.CPU.Name])})
	}
	return nil
}

// editor returns a function that edits the hook of eglChooseConfig. Each edit is new.
func editor(file string) func() error {
	edits := 0
	return func() error {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		const before, after = "return next(dpy, attribList, configs, configSize", ", numConfig)"
		head, rest, found := strings.Cut(string(text), before)
		_, rest, closed := strings.Cut(rest, after)
		if !found || !closed {
			return fmt.Errorf("%s: the hook of eglChooseConfig does not contain %q", file, before+after)
		}
		edits++
		return os.WriteFile(file, fmt.Appendf(nil, "%s%s+%d%s%s", head, before, edits, after, rest), 0o666)
	}
}

// sizes measures the files that the builds produced.
func (b *bench) sizes(ctx context.Context) error {
	for _, s := range []struct {
		project, what string
		limit         float64
	}{{"fullgo", "stripped .so, @all Go hooks", 4.5}, {"onego", "stripped .so, one hook", 2.2}} {
		lib, err := b.layer(ctx, s.project)
		if err != nil {
			return err
		}
		info, err := os.Stat(lib)
		if err != nil {
			return err
		}
		b.report.Add(measure.Row{What: s.what, Unit: measure.Megabyte, Measured: measure.Series{float64(info.Size()) / 1e6},
			Limit: measure.Fixed(s.limit)})
	}
	return nil
}
