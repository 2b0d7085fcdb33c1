package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
)

// The ways to run a program. The first two runs show whether the program itself draws and prints the same each time.
var (
	first      = way{name: "first"}
	second     = way{name: "second"}
	recorded   = way{name: "recorded", recorded: true}
	replayable = way{name: "replayable", recorded: true, options: []string{"--replayable", "--frame-images", "--image-size", "4096"}}
	moduled    = way{name: "modules", modules: true}
	both       = way{name: "both", recorded: true, apitrace: true}
)

// check runs a program in every way and compares the runs.
func (s *stage) check(ctx context.Context, p program) row {
	r := row{program: p, allowed: apitrace.AllDifferences().With("differences.tsv", differencesTable)}
	versions, err := installed(ctx, p.packages)
	if r.versions = versions; err != nil {
		r.fail("%v", err)
		return r
	}
	got := map[string]outcome{}
	for _, w := range []way{first, second, recorded, replayable, moduled, both} {
		if w.apitrace && p.apitrace != "" {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", p.name, w.name)
		o, err := s.run(ctx, p, w)
		if got[w.name] = o; err != nil {
			r.fail("run %q: %v", w.name, err)
		}
		if err := savePicture(filepath.Join(o.dir, "picture.png"), o.pixels); err != nil {
			r.fail("%v", err)
		}
	}
	r.observe("the recorder", got[first.name], got[second.name], got[recorded.name])
	r.observe("all modules", got[first.name], got[second.name], got[moduled.name])
	if !modulesLog.MatchString(got[moduled.name].messages) {
		r.fail("the layer with all modules logged nothing")
	}
	r.recording(ctx, got[recorded.name])
	r.replay(ctx, s, got[replayable.name])
	if p.apitrace == "" {
		if a, b := got[first.name].exit, got[both.name].exit; a != b {
			r.fail("exit code %s with apitrace, and %s without", b, a)
		}
		r.compare(ctx, s, got[both.name])
	}
	for _, d := range r.allowed.Used() {
		r.reasons = append(r.reasons, d.Reason)
	}
	return r
}

// observe compares what is seen from outside in a run with what is seen in two runs without a layer.
func (r *row) observe(with string, a, b, ours outcome) {
	killed := ours.exit == callsMissing && r.allowed.Allow("killed", r.name)
	if ours.exit != a.exit && ours.exit != b.exit && !killed {
		r.fail("exit code %s with %s, without %s", ours.exit, with, a.exit)
	}
	if err := sameMessages(r.name, ours.text(), a.text(), b.text()); err != nil {
		r.fail("with %s: %v", with, err)
	}
	differs := min(differing(a.pixels, ours.pixels), differing(b.pixels, ours.pixels))
	r.exit, r.itself, r.differing = ours.exit, differing(a.pixels, b.pixels), max(r.differing, differs)
	if most := r.tolerance(); differs > most || len(ours.pixels) == 0 {
		r.fail("%.2f %% of the picture differs with %s, at most %.2f %% may", 100*differs, with, 100*most)
	}
}

// callsMissing is the exit code of trace record if calls are missing, and the program succeeds.
const callsMissing = "7"

// tolerance returns the share of the picture that may differ. A program that moves differs from itself by chance, so twice
// as much may differ, and one part in fifty.
func (r *row) tolerance() float64 {
	if r.picture == equal {
		return 0
	}
	return 2*r.itself + 0.02
}

// fail adds a difference.
func (r *row) fail(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.failures, text) {
		r.failures = append(r.failures, text)
	}
}
