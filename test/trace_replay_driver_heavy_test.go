//go:build heavy && linux

package test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

//go:embed testdata/trace/replay/angle.tsv
var angleTable string

// otherDriver has the kinds of differences that a replay may have, and why. A replay that cannot be played prints a text.
type otherDriver struct {
	kinds        []string
	text, reason string
}

// otherDrivers returns the rows of angle.tsv by program.
func otherDrivers() map[string]otherDriver {
	rows := map[string]otherDriver{}
	for _, row := range table.Rows("angle.tsv", angleTable, 4) {
		for name := range strings.SplitSeq(row[0], ", ") {
			rows[name] = otherDriver{strings.Split(strings.TrimPrefix(row[1], "-"), ", "), row[2], row[3]}
		}
	}
	return rows
}

// recordedProgram is a program of this repository, or a test of piglit.
type recordedProgram struct {
	name   string
	images int
	record func(*tracer) string
}

// recordedPrograms returns all programs whose recordings can be replayed.
func recordedPrograms(t *testing.T) (list []recordedProgram) {
	for _, p := range replayedPrograms {
		if p.cannot == "" {
			list = append(list, recordedProgram{p.name, p.images, func(r *tracer) string { return r.recordReplayable(&p) }})
		}
	}
	for _, p := range piglitTests(t) {
		if p.cannot == "" {
			list = append(list, recordedProgram{p.name, 0, func(r *tracer) string { return r.recordPiglit(&p) }})
		}
	}
	return list
}

// TestReplayWithDriver records programs over Mesa, and replays them with the driver of TEST_DRIVER: answers and images must be like those
// of Mesa, or angle.tsv has the kinds of differences. Without TEST_DRIVER, the replay is with Mesa, where nothing may differ.
func TestReplayWithDriver(t *testing.T) {
	rows, all := otherDrivers(), recordedPrograms(t)
	for name := range rows {
		if !slices.ContainsFunc(all, func(p recordedProgram) bool { return p.name == name }) {
			t.Errorf("angle.tsv: no program %s", name)
		}
	}
	args := []string{"--check", "tolerant"}
	if glesdriver.Dir() == "" {
		rows = nil
	} else {
		args = append(args, "--driver", glesdriver.Dir())
	}
	for _, p := range testutil.Shard(t, all, 4) {
		t.Run(p.name, func(t *testing.T) {
			r := newTracer(t)
			report, messages, code := r.replayedOn(glesdriver.Env(), p.record(r), args...)
			var kinds []string
			for _, d := range report.Check.Differences {
				kinds = append(kinds, string(d.Kind))
			}
			slices.Sort(kinds)
			kinds = slices.Compact(kinds)
			unexpected := func(kind string) bool { return !slices.Contains(rows[p.name].kinds, kind) }
			switch row, differs := rows[p.name]; {
			case differs && row.text != "-":
				if code != 1 || !strings.Contains(messages, row.text) {
					t.Errorf("exit code %d, want a message with %q (%s)\n%s", code, row.text, row.reason, messages)
				}
			case differs && code == 0:
				t.Errorf("the replay is equal, but angle.tsv says: %s", row.reason)
			case differs && (len(kinds) == 0 || slices.ContainsFunc(kinds, unexpected)):
				t.Errorf("exit code %d, %q, but angle.tsv has %q\n%+v\n%s", code, kinds, row.kinds, report.Check.Differences, messages)
			case !differs && code != 0:
				t.Errorf("exit code %d\n%+v\n%s", code, report.Check.Differences, messages)
			case !differs && (report.Check.Images.Compared < p.images || report.Check.Images.Compared+report.Asserted() == 0):
				t.Errorf("compared %d answers and %d images", report.Asserted(), report.Check.Images.Compared)
			}
			t.Logf("%d calls, %d answers, %d images, %q", report.Calls, report.Asserted(), report.Check.Images.Compared, kinds)
		})
	}
}
