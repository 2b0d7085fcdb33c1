package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// The flag -skip has names only. A test of another file with the name of a slow test would be left out with it.
func TestHeavyNamesAreUnique(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, module := range []string{"../..", "../../test"} {
		count := map[string]int{}
		err := filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && path != module && (path == filepath.Join(module, "build") || d.Name() == "testdata" || path == "../../test") {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			for _, m := range declared.FindAllSubmatch(text, -1) {
				count[string(m[1])]++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		names, err := heavyTests(module)
		if err != nil || len(names) < 20 {
			t.Fatalf("%d slow tests found in %s: %v", len(names), module, err)
		}
		for _, name := range names {
			if count[name] != 1 {
				t.Errorf("%s: %d tests are called %s", module, count[name], name)
			}
		}
	}
}

// Slow tests are in all directories of a module, but not in the one that make builds, in test data, or in other modules.
func TestHeavyTests(t *testing.T) {
	dir := t.TempDir()
	for place, tag := range map[string]string{"a": "heavy", "b": "!heavy", "c": "linux", "project/build": "heavy", "build": "heavy", "testdata": "heavy", "other": "heavy"} {
		if err := os.MkdirAll(filepath.Join(dir, place), 0o700); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("//go:build %s\n\npackage p\n\nfunc Test_%s() {}\n\nfunc TestMain() {}\n", tag, filepath.Base(place))
		testutil.WriteFile(t, filepath.Join(dir, place, "p_test.go"), text, 0o600)
	}
	testutil.WriteFile(t, filepath.Join(dir, "other", "go.mod"), "module other\n", 0o600)
	if names, err := heavyTests(dir); err != nil || !slices.Equal(names, []string{"Test_a", "Test_build"}) {
		t.Errorf("%q, %v", names, err)
	}
}

// Two runs in succession have all slow tests, and both give them the same number. A new test does not move the others.
func TestShare(t *testing.T) {
	names := []string{"TestA", "TestB", "TestC", "TestD", "TestE"}
	t.Setenv("TEST_SHARD", "6")
	first, err := newShare(2)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TEST_SHARD", "7")
	second, err := newShare(2)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(slices.Values(append(first.others(names), second.others(names)...))); !slices.Equal(got, names) {
		t.Errorf("left out by one of two runs: %v", got)
	}
	more := []string{"TestA", "TestAA", "TestB", "TestC", "TestD", "TestE"}
	if got := slices.DeleteFunc(first.others(more), func(name string) bool { return name == "TestAA" }); !slices.Equal(got, first.others(names)) {
		t.Errorf("left out with another test: %v, without: %v", got, first.others(names))
	}
	if first.env() != "TEST_SHARD=3" || second.env() != first.env() {
		t.Errorf("the tests get %s and %s", first.env(), second.env())
	}
	if got := skip(first.others(names)); got != "-skip=^(TestB|TestD)$" {
		t.Error(got)
	}
	t.Setenv("TEST_SHARD", "x")
	if _, err := newShare(2); err == nil {
		t.Error("an invalid number is accepted")
	}
	t.Setenv("TEST_SHARD", "")
	if s, err := newShare(2); s != nil || err != nil {
		t.Errorf("without TEST_SHARD: %v, %v", s, err)
	}
}
