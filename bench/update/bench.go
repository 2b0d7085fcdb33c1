package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The projects to update: that of the README, and one with a hook for every command.
const (
	small = "small"
	every = "complete"
)

// bench is the state that the parts share.
type bench struct {
	*measure.Workshop
	rounds int // processes per median
	report *measure.Report
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "glad", measure.GlXML, measure.EglXML); err != nil {
		return nil, err
	}
	shop, err := measure.NewWorkshop(ctx, dir, embed.FS{})
	if err != nil {
		return nil, err
	}
	shop.Projects = map[string]string{small: "--active --intercept eglChooseConfig", every: "--active --intercept @all --force"}
	r.Path = filepath.Join(shop.Root, r.Path)
	return &bench{Workshop: shop, rounds: 21, report: r}, nil
}

// probe measures the wall-clock time of one run of the program, whose output must contain a text.
func (b *bench) probe(name string, c measure.Command, wanted string) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		u, err := c.Run(ctx)
		if err == nil && !strings.Contains(u.Out, wanted) {
			err = fmt.Errorf("the output does not contain %q", wanted)
		}
		return measure.Values{"": float64(u.Wall.Nanoseconds()) / 1e6}, err
	}}
}

// run alternates between the probes and reports them.
func (b *bench) run(ctx context.Context, title string, limits []measure.Limit, probes ...measure.Probe) error {
	_, err := b.report.Limits(ctx, measure.Turns{Title: title, Rounds: b.rounds, Warm: true}, limits, probes...)
	return err
}

// update measures updates without changes. --check renders all files of the project in memory.
func (b *bench) update(ctx context.Context) error {
	var limits []measure.Limit
	var probes []measure.Probe
	for _, name := range []string{small, every} {
		if err := b.Project(ctx, name); err != nil {
			return err
		}
		for _, way := range []struct {
			args []string
			most float64
		}{{[]string{"update"}, 50}, {[]string{"update", "--check"}, 0}} {
			c := b.Tool(way.args...)
			c.Dir = b.Path(name)
			l := measure.Limit{What: fmt.Sprintf("%s: %s, nothing to do", name, strings.Join(way.args, " ")), Most: way.most}
			limits, probes = append(limits, l), append(probes, b.probe(l.What, c, "up to date"))
		}
	}
	return b.run(ctx, "update", limits, probes...)
}

// diff measures the difference of two registries as Khronos publishes them.
func (b *bench) diff(ctx context.Context) error {
	const most = 400
	old, new, dates := b.registries()
	what := "registry diff of the XML of " + dates
	return b.run(ctx, "diff", []measure.Limit{{What: what, Most: most}}, b.probe(what, b.Tool("registry", "diff", old, new), "->"))
}

// registries returns two directories with gl.xml and egl.xml: those next to the source tree if they exist,
// else Debian's copy twice, which takes as long to read.
func (b *bench) registries() (old, new, dates string) {
	beside := filepath.Join(b.Root, "..", "shared", "registry")
	old, new = filepath.Join(beside, "2022-07"), filepath.Join(beside, "2026-05")
	if _, err := os.Stat(new); err != nil {
		return filepath.Dir(measure.GlXML), filepath.Dir(measure.GlXML), "one date, twice"
	}
	return old, new, "2022-07 and 2026-05"
}
