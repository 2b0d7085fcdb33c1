package gen

import (
	"bytes"
	"go/format"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Every Go file of every kind of project is formatted as by gofmt, also files from templates.
func TestGoIsInGofmtsForm(t *testing.T) {
	pack, err := loadPack("go")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []Input{
		{Active: true, Rules: ParseRules("@all", HookGo), Use: []string{"glGetString"}},
		{Active: false, Rules: ParseRules("@all", HookNone)},
		{Active: true, Rules: slices.Concat(ParseRules("glClear", HookC), ParseRules("glFlush", HookGo)), Use: []string{"egl*"}},
		{Active: false, Rules: ParseRules("glGetPathLengthNV", HookGo)}, // returns a float
	} {
		in.Name, in.Module, in.Scope = "x", "example.com/x", registry.FullScope()
		p, err := New(registry.Builtin(), in)
		if err != nil {
			t.Fatal(err)
		}
		files, err := Render(p, pack)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f.Path, ".go") {
				checkForm(t, f)
			}
			checkMarker(t, f)
		}
	}
}

func checkForm(t *testing.T, f File) {
	t.Helper()
	want, err := format.Source(f.Content)
	if err != nil {
		t.Errorf("%s: %v", f.Path, err)
		return
	}
	if !bytes.Equal(f.Content, want) {
		got, want := strings.Split(string(f.Content), "\n"), strings.Split(string(want), "\n")
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Errorf("%s:%d:\n got %q\nwant %q", f.Path, i+1, got[i], want[i])
				return
			}
		}
		t.Errorf("%s differs at its end", f.Path)
	}
}

// The first line of a generated file is the marker; the author's files have no marker.
func checkMarker(t *testing.T, f File) {
	t.Helper()
	first, _, _ := strings.Cut(string(f.Content), "\n")
	marked := strings.HasSuffix(first, marker)
	named := strings.Contains(f.Path, "zz_generated_")
	if marked == f.Yours || named == f.Yours {
		t.Errorf("%s: marked %v, named %v, the author's %v", f.Path, marked, named, f.Yours)
	}
}
