package testutil

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ReadText returns the content of the file at the joined path.
func ReadText(t testing.TB, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ReadTree returns the mode of each file and directory below root, and the content of each regular file, by slash-separated path.
func ReadTree(t testing.TB, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name, _ := filepath.Rel(root, path)
		info, err := d.Info()
		if err != nil {
			return err
		}
		found[filepath.ToSlash(name)] = info.Mode().String()
		if info.Mode().IsRegular() {
			found[filepath.ToSlash(name)] += " " + ReadText(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// CheckTree fails the test if the tree below root differs from a result of ReadTree.
func CheckTree(t testing.TB, root string, want map[string]string) {
	t.Helper()
	got := ReadTree(t, root)
	for name, is := range got {
		if was, ok := want[name]; !ok || was != is {
			t.Errorf("%s is new or changed", name)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
}

// CheckHint fails the test unless err has a hint and its text contains all parts.
func CheckHint(t testing.TB, err error, parts ...string) {
	t.Helper()
	var e interface {
		error
		Hint() string
	}
	if !errors.As(err, &e) || e.Hint() == "" {
		t.Errorf("error %v, want one with a hint", err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("%q does not contain %q", e, part)
		}
	}
}
