package project

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// tree is every name below root with its mode, and what files hold.
func tree(t *testing.T, root string) map[string]string {
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
			found[filepath.ToSlash(name)] += " " + readText(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func wantTree(t *testing.T, root string, want map[string]string) {
	t.Helper()
	got := tree(t, root)
	for name, is := range got {
		if was, ok := want[name]; !ok || was != is {
			t.Errorf("%s is new or changed", name)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is gone", name)
		}
	}
}

// wantProject wants all files of the small project in dir, and nothing else.
func wantProject(t *testing.T, dir string) {
	t.Helper()
	for _, f := range rendered(t).Files {
		if readText(t, dir, f.Path) != string(f.Content) {
			t.Errorf("%s is not what it should be", f.Path)
		}
	}
	files := 0
	for _, is := range tree(t, dir) {
		if strings.HasPrefix(is, "-") {
			files++
		}
	}
	if want := len(rendered(t).Files); files != want {
		t.Errorf("%d files, expected %d", files, want)
	}
}

func wantErrorText(t *testing.T, err error, parts ...string) {
	t.Helper()
	var e interface {
		error
		Hint() string
	}
	if !errors.As(err, &e) || e.Hint() == "" {
		t.Errorf("error %v, expected one with a hint", err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("%q lacks %q", e, part)
		}
	}
}
