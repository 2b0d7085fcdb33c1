package main

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Each fuzz test has a format with its input, or a reason why there is none, and each format has a fuzz test or a reason here.
func TestFormatsOfFuzzTests(t *testing.T) {
	out, err := exec.Command("../../scripts/fuzz", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		missing[strings.TrimPrefix(strings.TrimSpace(line), "./")] = true
	}
	formats := map[string]bool{}
	for _, f := range (&runner{layers: make([][2]string, 5)}).formats() {
		formats[f.name] = false
	}
	text, err := os.ReadFile("formats.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) < 3 || (columns[2] == "-") != (len(columns) == 4) {
			t.Errorf("%q: 3 columns, or 4 without a format, expected", line)
			continue
		}
		if name := columns[0] + " " + columns[1]; !missing[name] {
			t.Errorf("fuzz test %s not found, or it has two rows", name)
		} else {
			delete(missing, name)
		}
		if _, ok := formats[columns[2]]; !ok && columns[2] != "-" {
			t.Errorf("format %q not found", columns[2])
		}
		formats[columns[2]] = true
	}
	if len(missing) > 0 {
		t.Errorf("formats.tsv lacks %q", slices.Sorted(maps.Keys(missing)))
	}
	// In C, without a fuzz test: the tests of the module "profile" and of settings have spoiled files.
	formats["profiles"], formats["settings files"] = true, true
	for name, found := range formats {
		if !found {
			t.Errorf("no fuzz test has the input of %q", name)
		}
	}
}
