//go:build linux

package loader

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSetLayers(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	here := strings.TrimPrefix(dir, "/")
	for _, c := range []struct{ list, path, wantList, wantPath string }{
		{"a.so", "", here + "/a.so", "/"},
		{"./a.so:b/b.so", "", here + "/a.so:" + here + "/b/b.so", "/"},
		{"/x/y.so", "", "x/y.so", "/"},
		{"a.so:b.so", "x:/y", "a.so:b.so", dir + "/x:/y"},
		{"a.so:./b.so", "x", "a.so:" + here + "/b.so", dir + "/x:/"},
		{"a.so:", "", here + "/a.so:", "/"},
		{":a.so::b.so", "/y", ":a.so::b.so", "/y"},
	} {
		var s Setup
		if f := s.SetLayers(c.list, c.path); f != nil || s.List != c.wantList || s.Path != c.wantPath {
			t.Errorf("%q, %q: %q, %q, %v", c.list, c.path, s.List, s.Path, f)
		}
	}
}

func TestColons(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a:b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := writeFile(t, filepath.Join(dir, "c.so"), "", 0o600)
	var s Setup
	if f := s.SetLayers("/x.so:"+path+":y", ""); f == nil || f.What != path || !strings.Contains(f.Why, "colon") {
		t.Errorf("%v", f)
	}
	t.Chdir(dir)
	for _, list := range []string{"c.so", "./c.so"} {
		if f := s.SetLayers(list, ""); f == nil || f.What != path {
			t.Errorf("%s: %v", list, f)
		}
	}
	for _, dirs := range []string{"x", "/x::/y", "/x:"} {
		if f := s.SetLayers("a.so", dirs); f == nil {
			t.Errorf("%s: no fault", dirs)
		}
	}
}
