package report

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

var update = flag.Bool("update", false, "write the texts of the recordings of earlier recorders")

// Recordings of the program tiny.c that earlier recorders wrote read as before: calls with their times, frames, statistics and data. A
// file has the version of the format, and the day of the recorder, in its name. Each change of what a recorder writes adds a file.
func TestVersions(t *testing.T) {
	all, err := filepath.Glob("testdata/versions/*.gltrace")
	if err != nil || len(all) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, path := range all {
		got := describe(t, path)
		at := strings.TrimSuffix(path, ".gltrace") + ".txt"
		if *update {
			if err := os.WriteFile(at, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s reads as\n%s", path, got)
		}
	}
}

// describe returns the content of a recording as text.
func describe(t *testing.T, path string) string {
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out strings.Builder
	fmt.Fprintf(&out, "format %d, %s, %d calls, end %q, %+v\n", f.Hello().GetVersion(), f.Hello().GetArch(), f.Len(), f.End().GetReason(), f.Totals())
	for n, one := range f.Frames() {
		fmt.Fprintf(&out, "frame %d: calls %d to %d of thread %d, %d draws, %v\n", n, one.First, one.Last, one.Thread, one.Draws, one.Duration)
	}
	w := calltext.NewFormatter(f.Payload)
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%d %v %v %s(", c.Index, c.Start, c.Duration, c.Function.Name)
		for i := range c.Args {
			fmt.Fprintf(&out, " %s", w.Arg(c, i).Text)
		}
		r, _ := w.Result(c)
		fmt.Fprintf(&out, " ) %s\n", r.Text)
	}
	s, err := ComputeStats(t.Context(), f, 0, f.Len())
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(s.Functions, func(a, b FunctionStats) int { return strings.Compare(a.Name, b.Name) })
	for _, one := range s.Functions {
		fmt.Fprintf(&out, "%s: %d calls, %v, %d errors\n", one.Name, one.Count, one.Total, one.Errors)
	}
	return out.String()
}
