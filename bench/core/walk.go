package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/rules"
)

// walk measures what a layer adds to the start of an app: the loader requests every name it knows from the
// layer.
func (b *bench) walk(ctx context.Context) error {
	const goHooks, noHooks, simple = "GetProcAddress walk, @all Go hooks", "GetProcAddress walk, @all no hooks", "layer that compares one string"
	release := rules.Newest()
	list, err := b.Names()
	if err != nil {
		return err
	}
	walker, err := b.Compile(ctx, "walk.c", "walk")
	if err != nil {
		return err
	}
	oneString, err := b.Compile(ctx, "onestring.c", "libonestring.so", "-shared", "-fPIC")
	if err != nil {
		return err
	}
	layers := map[string]string{simple: oneString}
	for what, name := range map[string]string{goHooks: "fullgo", noHooks: "fullnone"} {
		if layers[what], err = b.layer(ctx, name); err != nil {
			return err
		}
	}
	var probes []measure.Probe
	for _, what := range []string{simple, goHooks, noHooks} {
		probes = append(probes, measure.Probe{Name: what, Once: func(ctx context.Context) (measure.Values, error) {
			return microseconds(measure.Command{Args: []string{walker, layers[what], list}}.Run(ctx))
		}})
	}
	got, err := measure.Turns{Title: fmt.Sprintf("walk over the %d names of Android %s", len(release.Offered()), release.ID), Rounds: 2*rounds + 1,
		Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	ref := measure.Reference{Name: simple, Unit: measure.Microsecond, Measured: got[simple]}
	for _, what := range []string{goHooks, noHooks} {
		b.report.Add(measure.Row{What: what, Unit: measure.Microsecond, Measured: got[what], References: []measure.Reference{ref},
			Limit: measure.Share(10, "10 x", ref)})
	}
	return nil
}

// microseconds converts the nanoseconds that a program printed.
func microseconds(u measure.Usage, err error) (measure.Values, error) {
	if err != nil {
		return nil, err
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(u.Out), 64)
	return measure.Values{"": ns / 1e3}, err
}
