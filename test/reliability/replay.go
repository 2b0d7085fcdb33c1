package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/test/replays"
)

// replayed counts what the replays of a run's recordings compared.
type replayed struct {
	answers int // exact and related ones
	images  int
}

func (r replayed) String() string { return fmt.Sprintf("%d answers, %d images", r.answers, r.images) }

// replay plays the recordings of a run on a new X server: with the same driver, where each answer and each image of a frame must be
// equal, and with ANGLE, where they must be similar.
func (r *row) replay(ctx context.Context, s *stage, o outcome) {
	paths := recordings(o.dir)
	if len(paths) == 0 {
		r.fail("nothing was recorded to be replayed:\n%s", o.tool)
	}
	for _, path := range paths {
		for _, d := range []struct {
			kind    string
			counts  *replayed
			env     []string
			options []string
		}{
			{"replay", &r.replays, r.driverSettings(), nil},
			{"angle", &r.others, []string{"ANGLE_DEFAULT_PLATFORM=swiftshader"}, []string{"--driver", s.angle, "--check", "tolerant"}},
		} {
			if err := d.counts.replay(ctx, s, path, d.env, d.options); err != nil && !r.allowed.Allow(d.kind, r.name) {
				r.fail("%s: replay of %s: %v", d.kind, filepath.Base(path), err)
			}
		}
	}
}

// driverSettings returns the variables of the program's environment that Mesa reads.
func (p *program) driverSettings() []string {
	return slices.DeleteFunc(slices.Clone(p.env), func(v string) bool { return !strings.HasPrefix(v, "MESA_") })
}

// replay plays a recording with variables of the environment and options.
func (r *replayed) replay(ctx context.Context, s *stage, path string, env, options []string) error {
	x, err := openScreen(ctx, filepath.Dir(path))
	if err != nil {
		return err
	}
	defer x.server.Close()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	report, err := replays.Play(ctx, s.tool, path, append(s.environment(filepath.Dir(path), x.server.Display), env...), options...)
	if report != nil {
		r.answers += report.Asserted()
		r.images += report.Check.Images.Compared
	}
	return err
}
