package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fuzzTest = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(`)

// Each fuzz test that scripts/fuzz finds has committed inputs: go test runs them, and fuzzing starts from
// them.
func TestCorpora(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == "../../build" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2):
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range fuzzTest.FindAllSubmatch(text, -1) {
			found++
			corpus := filepath.Join(filepath.Dir(path), "testdata", "fuzz", string(m[1]))
			if inputs, _ := os.ReadDir(corpus); len(inputs) == 0 {
				t.Errorf("%s: no inputs in %s", m[1], corpus)
			}
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d fuzz tests, %v", found, err)
	}
}
