package registry

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shelf writes registries in all forms that Open accepts.
func shelf(t *testing.T) string {
	dir := t.TempDir()
	twice := strings.Replace(goodGL, "</enums>", `<enum name="GL_CULL_FACE" value="1"/></enums>`, 1)
	egl := strings.ReplaceAll(goodEGL, "eglGetError", "eglInitialize")
	for name, text := range map[string]string{
		"gl.xml": twice, "egl.xml": egl, "a,b/gl.xml": twice, "a,b/egl.xml": egl, "registry.txt": smallSnapshot,
		"half/gl.xml": goodGL, "bad.txt": snapshotHeader + "\nx\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	dir := shelf(t)
	for name, command := range map[string]string{
		"": "glEnable", "a,b": "glEnable", "gl.xml,egl.xml": "glEnable", "egl.xml,gl.xml": "glEnable", "registry.txt": "glC",
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, ",egl", ","+dir+"/egl"))
		if strings.Contains(name, ",gl") {
			path = filepath.Join(dir, "egl.xml") + "," + filepath.Join(dir, "gl.xml")
		}
		opened, err := Open(path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := opened.Registry()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, ok := r.Command(command); !ok {
			t.Errorf("%s: no %s", name, command)
		}
		if list, err := opened.Lint(); err != nil || len(list) != strings.Count(command, "glEnable") {
			t.Errorf("%s: %v (%v), want what XML has twice", name, list, err)
		}
	}
	opened, err := Open(BuiltinName)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := opened.Registry(); err != nil || r != Builtin() {
		t.Error("builtin is another", err)
	}
}

func TestOpenBad(t *testing.T) {
	dir := shelf(t)
	for name, want := range map[string]string{
		"nothing": "nothing: no such file", "half": "egl.xml: no such file", "gl.xml": "pass both gl.xml and egl.xml",
		"gl.xml,nothing": "nothing: no such file",
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, ",", ","+dir+"/"))
		_, err := Open(path)
		if o := new(OpenError); !errors.As(err, &o) || !strings.Contains(err.Error(), want) || o.Hint() == "" {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	opened, err := Open(filepath.Join(dir, "bad.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, use := range []func() error{
		func() error { _, err := opened.Registry(); return err },
		func() error { _, err := opened.Lint(); return err },
	} {
		if err := use(); err == nil || !strings.Contains(err.Error(), "bad.txt: registry snapshot, line 2") {
			t.Error(err)
		}
	}
}
