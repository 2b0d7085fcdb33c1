package live_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// requirement is a row of requirements.tsv.
type requirement struct {
	area, text string
	tests      []string
}

// sources returns the contents of all files that match the patterns.
func sources(t *testing.T, patterns ...string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}

// isTestDefined reports whether a test exists, by its name in requirements.tsv.
func isTestDefined(t *testing.T, test string) bool {
	t.Helper()
	base, name, _ := strings.Cut(test, ".")
	name, part, has := strings.Cut(name, "/")
	dir := filepath.Join("..", "..", "..", filepath.FromSlash(base))
	if has {
		has = strings.Contains(sources(t, filepath.Join(dir, "testdata", "*.c")), `{"`+strings.ReplaceAll(part, "_", " ")+`", `)
		return has && isTestDefined(t, base+"."+name)
	}
	return regexp.MustCompile(`(?m)^func ` + name + `\([a-z]+ \*testing\.[TF]\)`).MatchString(sources(t, filepath.Join(dir, "*_test.go")))
}

// areas are the areas that must have requirements.
var areas = []string{"uniforms", "shaders", "arrays", "textures", "images", "frames", "contexts", "threads", "receiver", "cost", "buffers", "reliability", "hostile"}

// TestRequirements checks that each requirement has tests, and that they exist.
func TestRequirements(t *testing.T) {
	rows, err := table.Parse("requirements.tsv", sources(t, "requirements.tsv"), 3, table.Row(func(row []string) requirement {
		return requirement{row[0], row[1], strings.Fields(row[2])}
	}))
	if err != nil {
		t.Fatal(err)
	}
	texts, found := map[string]bool{}, map[string]bool{}
	for _, row := range rows {
		if texts[row.text] || row.text == "" || len(row.tests) == 0 {
			t.Errorf("%s: %q: the requirement is a duplicate, or has no text or tests", row.area, row.text)
		}
		texts[row.text], found[row.area] = true, true
		for _, test := range row.tests {
			if !isTestDefined(t, test) {
				t.Errorf("%s: %s: no test %s", row.area, row.text, test)
			}
		}
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, slices.Sorted(slices.Values(areas))) {
		t.Errorf("areas %v, expected %v", got, areas)
	}
	if isTestDefined(t, "test/trace/live.TestMissing") || isTestDefined(t, "test/trace/calls.TestCalls/missing") {
		t.Error("isThere reports tests that do not exist")
	}
}
