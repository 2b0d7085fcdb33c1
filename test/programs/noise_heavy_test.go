//go:build heavy && linux

package programs

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// noiseTable has the text that differs between two runs of the same program or that layers print: a pattern,
// its replacement, and the reason.
//
//go:embed testdata/noise.tsv
var noiseTable string

type noise struct {
	pattern *regexp.Regexp
	instead string
}

var noises = sync.OnceValue(func() []noise {
	var rows []noise
	for line := range strings.Lines(noiseTable) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); !strings.HasPrefix(line, "#") {
			rows = append(rows, noise{regexp.MustCompile("(?m)" + cells[0]), cells[1]})
		}
	}
	return rows
})

// quiet replaces such text.
func quiet(t *testing.T, text string) string {
	t.Helper()
	for _, n := range noises() {
		text = n.pattern.ReplaceAllString(text, n.instead)
	}
	return text
}

// Each row has a reason.
func TestNoiseTable(t *testing.T) {
	for line := range strings.Lines(noiseTable) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); !strings.HasPrefix(line, "#") && (len(cells) != 3 || len(cells[2]) < 10) {
			t.Errorf("%q has no three columns", line)
		}
	}
}
