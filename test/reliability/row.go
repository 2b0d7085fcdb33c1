package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"text/tabwriter"

	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
)

// A row is the result of one program.
type row struct {
	program
	allowed      *apitrace.Differences
	versions     string
	calls        int // in the run without apitrace
	frames       int
	uncaptured   uint64
	functions    int // functions with equal counts
	compared     int // calls with equal arguments
	bytes        int // of equal data
	size, packed int64
	theirs       int64    // size of apitrace's recordings
	replays      replayed // with the same driver
	others       replayed // with ANGLE
	itself       float64
	differing    float64
	exit         string
	reasons      []string // of the allowed differences
	failures     []string
}

// installed returns the versions of packages.
func installed(ctx context.Context, packages []string) (string, error) {
	out, err := exec.CommandContext(ctx, "dpkg-query", append([]string{"-W", "-f", "${Version} "}, packages...)...).Output()
	if err != nil {
		return "", fmt.Errorf("packages %v: %w (make deps-test-programs)", packages, err)
	}
	return strings.Fields(string(out))[0], nil
}

// report prints the result of a program, the differences, and the reasons of those that are allowed.
func (r *row) report(out io.Writer) {
	fmt.Fprintf(out, "%s: %s\n", r.name, strings.Join(r.cells()[1:], ", "))
	for _, reason := range r.reasons {
		fmt.Fprintf(out, "%s: known: %s\n", r.name, reason)
	}
	for _, f := range r.failures {
		fmt.Fprintf(out, "%s: %s\n", r.name, f)
	}
}

var titles = []string{"PROGRAM", "VERSION", "CALLS", "FRAMES", "COUNTS", "ARGUMENTS", "PICTURE", "EXIT", "SIZE", "COMPRESSED", "APITRACE", "REPLAY", "ANGLE", "STATUS"}

func (r *row) cells() []string {
	picture := "equal"
	if r.picture == similar {
		picture = fmt.Sprintf("%.1f %% (itself %.1f %%)", 100*r.differing, 100*r.itself)
	}
	counts, arguments, size, packed, theirs := "-", "-", "-", "-", "-"
	if r.apitrace == "" {
		counts, arguments = fmt.Sprintf("%d functions", r.functions), fmt.Sprintf("%d calls, %s", r.compared, volume(int64(r.bytes)))
		size, packed, theirs = volume(r.size), volume(r.packed), volume(r.theirs)
	}
	status := "ok"
	if n := len(r.failures); n > 0 {
		status = fmt.Sprintf("differences: %d", n)
	}
	return []string{r.name, cmp.Or(r.versions, "-"), fmt.Sprint(r.calls), fmt.Sprint(r.frames), counts, arguments, picture, r.exit, size, packed, theirs, r.replays.String(), r.others.String(), status}
}

// volume formats a size.
func volume(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d bytes", n)
	case n < 10_000_000:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// printTable prints the rows, as text or as Markdown.
func printTable(out io.Writer, rows []row, markdown bool) error {
	lines := [][]string{titles}
	for _, r := range rows {
		lines = append(lines, r.cells())
	}
	if !markdown {
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, line := range lines {
			fmt.Fprintln(w, strings.Join(line, "\t"))
		}
		return w.Flush()
	}
	for i, line := range lines {
		fmt.Fprintf(out, "| %s |\n", strings.Join(line, " | "))
		if i == 0 {
			fmt.Fprintf(out, "%s|\n", strings.Repeat("|---", len(line)))
		}
	}
	return nil
}
