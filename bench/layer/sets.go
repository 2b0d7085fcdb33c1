package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// setWays are layers with modules that have nothing to report, and their limits in nanoseconds over a
// trampoline without a hook: in a frame of ten thousand calls, 0.01 ms for a module that is off or waits, and
// 0.1 ms for one that is on.
var setWays = []struct {
	project, what string
	over          float64
}{
	{"setsoff", "all modules, switched off", 0.8},
	{"setatrace", "module atrace, no trace", 0.8},
	{"setcalls", "module calls", 10},
	{"seterrors", "module errors, no error", 10},
	{"explained", "modules errors and explain, no error", 10},
	{"crumbsoff", "module breadcrumbs, switched off", 0.8},
	{"injectoff", "module inject, switched off", 0.8},
	{"profileoff", "module profile, switched off", 0.8},
	{"hudoff", "module hud, switched off", 0.8},
	{"setcrumbs", "module breadcrumbs", 10},
	{"drawgpuoff", "module gputime, switched off", 0.8},
	{"drawgpu", "module gputime, within a pass", 3},
	{"imagememoff", "module memory, switched off", 0.8},
}

// measured are the functions that the program calls, by the first letters of the project's name, and the project of the
// trampoline without a hook of each. The last one is of all other projects.
var measured = []struct{ prefix, function, none string }{
	{"draw", "glDrawArrays", "drawnone"}, {"image", "glTexImage2D", "imagenone"}, {"", "glUniform4f", "hooknone"},
}

// without returns the function that is called through a layer, and the project without a hook.
func without(project string) (function, none string) {
	for _, m := range measured {
		if strings.HasPrefix(project, m.prefix) {
			return m.function, m.none
		}
	}
	return "", ""
}

// sets measures a call through each module that has nothing to report. The module log is not measured: its
// cost is that of its line.
func (b *bench) sets(ctx context.Context) error {
	once, err := b.setCaller(ctx)
	if err != nil {
		return err
	}
	got, err := measure.Turns{Title: "sets", Rounds: b.rounds}.Run(ctx, once, measure.CPU)
	if err != nil {
		return err
	}
	for _, w := range setWays {
		function, none := without(w.project)
		b.report.Add(measure.Row{What: fmt.Sprintf("%s, %s: over no hook", function, w.what), Unit: measure.Nanosecond, Measured: got[" "+w.project+" over"],
			References: []measure.Reference{reference("no hook", got[" "+none])},
			Limit:      measure.Scaled(w.over, measure.Nanosecond, got[measure.CPU.Name])})
	}
	return nil
}

// setCaller returns a probe whose process measures all variants.
func (b *bench) setCaller(ctx context.Context) (measure.Probe, error) {
	program, err := b.Compile(ctx, "sets.c", "sets")
	if err != nil {
		return measure.Probe{}, err
	}
	driver, err := b.Compile(ctx, "driver.c", "libdriver.so", "-shared", "-fPIC")
	if err != nil {
		return measure.Probe{}, err
	}
	args := []string{program, b.names, b.share, driver}
	projects := []string{}
	for _, m := range measured {
		projects = append(projects, m.none)
	}
	for _, w := range setWays {
		projects = append(projects, w.project)
	}
	for _, name := range projects {
		lib, err := b.Layer(ctx, name)
		if err != nil {
			return measure.Probe{}, err
		}
		args = append(args, name+"="+lib)
	}
	crumbs := b.Path("crumbs")
	if err := os.MkdirAll(crumbs, 0o777); err != nil {
		return measure.Probe{}, err
	}
	probe := measure.Printed("", measure.Command{Args: args, Env: []string{"SETSOFF_SETS=-*", "SETCRUMBS_BREADCRUMBS_ON=1", "SETCRUMBS_BREADCRUMBS_DIRECTORY=" + crumbs, "EXPLAINED_EXPLAIN_ON=1", "DRAWGPU_GPUTIME_ON=1"}}.Cores(1))
	return measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		values, err := probe.Once(ctx)
		if err != nil {
			return nil, err
		}
		for _, w := range setWays {
			_, none := without(w.project)
			values[" "+w.project+" over"] = values[" "+w.project] - values[" "+none]
		}
		return values, nil
	}}, nil
}
