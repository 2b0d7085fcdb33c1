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

// otherDriver has the kinds of differences that a replay may have, and why.
type otherDriver struct {
	kinds  []string
	reason string
}

// unplayable is the kind of a replay that ends before its end.
const unplayable = "unplayable"

// otherDrivers returns the rows of angle.tsv by program.
func otherDrivers() map[string]otherDriver {
	rows := map[string]otherDriver{}
	for _, row := range table.Rows("angle.tsv", angleTable, 3) {
		for name := range strings.SplitSeq(row[0], ", ") {
			rows[name] = otherDriver{strings.Split(row[1], ", "), row[2]}
		}
	}
	return rows
}

// recordedProgram is a program of this repository, or a test of piglit.
type recordedProgram struct {
	name, cannot string
	images       int
	record       func(*tracer) string
}

// recordedPrograms returns all programs that a driver with windows and contexts can replay.
func recordedPrograms(t *testing.T) (list []recordedProgram) {
	for _, p := range replayedPrograms {
		list = append(list, recordedProgram{p.name, p.cannot, p.images, func(r *tracer) string { return r.recordReplayable(&p) }})
	}
	for _, p := range piglitTests(t) {
		if p.cannot == "" {
			list = append(list, recordedProgram{p.name, "", 0, func(r *tracer) string { return r.recordPiglit(&p) }})
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
			t.Errorf("angle.tsv: there is no program %s", name)
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
			if code == 1 {
				kinds = append(kinds, unplayable)
			}
			slices.Sort(kinds)
			kinds = slices.Compact(kinds)
			switch row, differs := rows[p.name]; {
			case differs && code == 0:
				t.Errorf("the replay is equal, but angle.tsv says: %s", row.reason)
			case differs && (len(kinds) == 0 || slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(row.kinds, k) })):
				t.Errorf("exit code %d, %q, but angle.tsv has %q\n%+v\n%s", code, kinds, row.kinds, report.Check.Differences, messages)
			case !differs && p.cannot == "" && code != 0:
				t.Errorf("exit code %d\n%+v\n%s", code, report.Check.Differences, messages)
			case !differs && report.Check.Images.Compared < p.images && p.cannot == "":
				t.Errorf("%d images", report.Check.Images.Compared)
			}
			t.Logf("%d calls, %d answers, %d images, %q", report.Calls, report.Asserted(), report.Check.Images.Compared, kinds)
		})
	}
}
