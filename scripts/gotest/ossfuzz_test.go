package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// scripts/ossfuzz calls the compiler of OSS-Fuzz once for each fuzz test, with its package, its name and the name of the program, which
// differs for each.
func TestOSSFuzz(t *testing.T) {
	dir := t.TempDir()
	stub := "#!/bin/sh\necho \"$@\" >>" + filepath.Join(dir, "calls") + "\n"
	if err := os.WriteFile(filepath.Join(dir, "compile_native_go_fuzzer"), []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	if out, err := exec.CommandContext(t.Context(), "../ossfuzz", filepath.Join(dir, "out")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := exec.CommandContext(t.Context(), "../fuzz", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	var programs []string
	lines := strings.Split(strings.TrimSpace(string(calls)), "\n")
	for i, test := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		_, name, _ := strings.Cut(test, " ")
		if i >= len(lines) {
			t.Fatalf("%d calls of the compiler; %s is missing", len(lines), test)
		}
		words := strings.Fields(lines[i])
		if len(words) != 3 || !strings.HasPrefix(words[0], "github.com/gleslayergen/gleslayergen") || words[1] != name {
			t.Errorf("%q for %s", lines[i], test)
		}
		programs = append(programs, words[len(words)-1])
	}
	slices.Sort(programs)
	if len(slices.Compact(slices.Clone(programs))) != len(lines) {
		t.Errorf("%d calls, programs %q", len(lines), programs)
	}
}
