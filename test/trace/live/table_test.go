package live_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// held is a row of faults.tsv.
type held struct {
	number, fault string
	tests         []string
}

// sources are all files of a folder, and of its testdata where that is asked for.
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

// isThere reports whether there is a test of a name, as faults.tsv has it.
func isThere(t *testing.T, test string) bool {
	t.Helper()
	folder, name, _ := strings.Cut(test, ".")
	name, part, has := strings.Cut(name, "/")
	dir := filepath.Join("..", "..", "..", filepath.FromSlash(folder))
	if has {
		has = strings.Contains(sources(t, filepath.Join(dir, "testdata", "*.c")), `{"`+strings.ReplaceAll(part, "_", " ")+`", `)
		return has && isThere(t, folder+"."+name)
	}
	return regexp.MustCompile(`(?m)^func ` + name + `\([a-z]+ \*testing\.[TF]\)`).MatchString(sources(t, filepath.Join(dir, "*_test.go")))
}

// Every fault there was is held by tests that there are.
func TestFaultsAreHeld(t *testing.T) {
	rows, err := table.Parse("faults.tsv", sources(t, "faults.tsv"), 3, table.Row(func(row []string) held {
		return held{row[0], row[1], strings.Fields(row[2])}
	}))
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	groups := map[string]bool{}
	for _, row := range rows {
		if slices.Contains(numbers, row.number) || row.fault == "" || len(row.tests) == 0 {
			t.Errorf("%s: it is there twice, or has no words or tests", row.number)
		}
		numbers = append(numbers, row.number)
		groups[strings.TrimRight(row.number, "abcdef")] = true
		for _, test := range row.tests {
			if !isThere(t, test) {
				t.Errorf("%s, %s: there is no test %s", row.number, row.fault, test)
			}
		}
	}
	for group := 1; group <= 12; group++ {
		if !groups[fmt.Sprint(group)] {
			t.Errorf("fault %d is held by nothing", group)
		}
	}
	if isThere(t, "test/trace/live.TestMissing") || isThere(t, "test/trace/calls.TestCalls/missing") {
		t.Error("tests that are not there are found")
	}
}
