package project

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// combined combines several projects, each with some additional files.
func combined(t *testing.T, projects ...map[string]string) (string, error) {
	t.Helper()
	base := t.TempDir()
	q := CombineRequest{Out: filepath.Join(base, "out", "both"), Name: "both", Module: "example.com/both", Tool: "test",
		Load: func(gl, egl string) (*registry.Registry, error) { return registry.Builtin(), nil }}
	for i, files := range projects {
		name := string(rune('a' + i))
		dir := filepath.Join(base, name)
		made := Request{Module: "example.com/" + name, Tool: "test", Dir: dir, Config: Config{Name: name, Init: "passive", Template: "go",
			API: "egl=1.5,gles2=3.2", Extensions: "all", Intercept: []Intercept{{Match: "glClear", Hooks: "go"}}}}
		if _, err := Create(t.Context(), registry.Builtin(), made); err != nil {
			t.Fatal(err)
		}
		testutil.WriteFiles(t, dir, files)
		q.Dirs = append(q.Dirs, dir)
	}
	_, err := Combine(t.Context(), q)
	return q.Out, err
}

// The new project requires the modules of all projects, each in the highest version.
func TestCombineModules(t *testing.T) {
	dir, err := combined(t,
		map[string]string{
			"go.mod": "module example.com/a\n\ngo 1.26\n\nrequire (\n\texample.org/x v1.2.0\n\texample.org/y v0.9.0 // indirect\n)\n\nreplace example.org/z => ../z\n\nexclude example.org/x v1.1.0\n",
			"go.sum": "example.org/x v1.2.0 h1:a=\nexample.org/y v0.9.0 h1:b=\n"},
		map[string]string{
			"go.mod": "module example.com/b\n\ngo 1.26.3\n\nrequire example.org/x v1.10.0 // indirect\n\nrequire example.org/y v0.9.0\n\nreplace example.org/w v1.0.0 => example.org/w v1.0.1\n",
			"go.sum": "example.org/x v1.10.0 h1:c=\nexample.org/y v0.9.0 h1:b=\n"})
	if err != nil {
		t.Fatal(err)
	}
	text := testutil.ReadText(t, dir, "go.mod")
	for _, want := range []string{"module example.com/both\n", "\ngo 1.26.3\n", "example.org/x v1.10.0\n", "example.org/y v0.9.0\n",
		"example.org/z => ../../z\n", "example.org/w v1.0.0 => example.org/w v1.0.1\n", "exclude example.org/x v1.1.0\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if sums := testutil.ReadText(t, dir, "go.sum"); sums != "example.org/x v1.10.0 h1:c=\nexample.org/x v1.2.0 h1:a=\nexample.org/y v0.9.0 h1:b=\n" {
		t.Errorf("%s", sums)
	}
}

func TestCombineModulesThatDisagree(t *testing.T) {
	mod := func(name, by string) map[string]string {
		return map[string]string{"go.mod": "module example.com/" + name + "\n\ngo 1.26\n\nreplace example.org/z => " + by + "\n"}
	}
	dir, err := combined(t, mod("a", "./z"), mod("b", "./z"))
	if err == nil || !strings.Contains(err.Error(), "the replace directive for example.org/z differs from the one in ") {
		t.Errorf("%v", err)
	}
	if exists(filepath.Dir(dir)) {
		t.Error("something was written")
	}
	if _, err := combined(t, mod("a", "/z"), mod("b", "/z")); err != nil {
		t.Error(err)
	}
	if _, err := combined(t, map[string]string{"go.mod": "module example.com/a\n\nrequire\n"}); err == nil || !strings.Contains(err.Error(), "go.mod") {
		t.Errorf("%v", err)
	}
}

// Files in core with equal names are renamed; headers cannot be renamed.
func TestCombineCore(t *testing.T) {
	dir, err := combined(t, map[string]string{"core/more.c": "int a;\n", "core/same.h": "// same\n", "gles/more.go": "package gles\n\nconst A = 1\n"},
		map[string]string{"core/more.c": "int b;\n", "core/same.h": "// same\n", "gles/more.go": "package gles\n\nimport _ \"example.com/b/util\"\n"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"core/more.c": "int a;\n", "core/bmore.c": "int b;\n", "core/same.h": "// same\n",
		"gles/bmore.go": "package gles\n\nimport _ \"example.com/both/sets/b/util\"\n"} {
		if got := testutil.ReadText(t, dir, path); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	_, err = combined(t, map[string]string{"core/own.h": "// a\n"}, map[string]string{"core/own.h": "// b\n"})
	if err == nil || !strings.Contains(err.Error(), "core/own.h to core/, but they have the same name and different content") {
		t.Errorf("%v", err)
	}
}

// A renamed file gets a free name, in any order of the projects, and is built for the same systems.
func TestCombineKeepsEachFile(t *testing.T) {
	dir, err := combined(t,
		map[string]string{"core/android.c": "int a;\n", "core/bandroid.c": "int a2;\n", "core/z.c": "int z;\n", "gles/test.go": "package gles\n", "gles/x_arm64.go": "package gles\n"},
		map[string]string{"core/android.c": "int b;\n", "core/bbandroid.c": "int b2;\n", "core/bz.c": "int b3;\n", "core/z.c": "int b4;\n",
			"gles/test.go": "package gles // b\n", "gles/x_arm64.go": "package gles // b\n"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"core/android.c": "int a;\n", "core/bandroid.c": "int a2;\n", "core/bbandroid.c": "int b;\n", "core/bbbandroid.c": "int b2;\n",
		"core/z.c": "int z;\n", "core/bz.c": "int b3;\n", "core/bbz.c": "int b4;\n", "gles/btest.go": "package gles // b\n", "gles/bx_arm64.go": "package gles // b\n"} {
		if got := testutil.ReadText(t, dir, path); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// An embedded file cannot be renamed. Embedded source code changes as other source code does.
func TestCombineEmbedded(t *testing.T) {
	embeds := func(data string) map[string]string {
		return map[string]string{"gles/data.txt": data, "gles/embeds.go": "package gles\n\nimport _ \"embed\"\n\n//go:embed\tdata.txt\nvar data string\n"}
	}
	_, err := combined(t, embeds("a"), embeds("b"))
	if err == nil || !strings.Contains(err.Error(), "gles/data.txt to gles/, but they have the same name and different content") {
		t.Errorf("%v", err)
	}
	dir, err := combined(t, embeds("a"), embeds("a"))
	if err != nil || testutil.ReadText(t, dir, "gles/data.txt") != "a" {
		t.Errorf("%v", err)
	}
	dir, err = combined(t, map[string]string{"a.go": "package main\n\nimport _ \"embed\"\n\n//go:embed z.go\nvar z string\n", "z.go": "package main\n"})
	if err != nil || testutil.ReadText(t, dir, "sets/a/z.go") != "package a\n" {
		t.Errorf("%v", err)
	}
}

// The name of a project's package in the new project must be a valid package name in Go.
func TestFreePart(t *testing.T) {
	c := &combiner{}
	for _, want := range [][2]string{{"Map", "Mapset"}, {"select", "selectset"}, {"Type", "Typeset"}, {"g-o", "g-oset"}, {"ma-in", "ma-inset"}, {"Init", "Initset"}, {"Internal", "Internalset"},
		{"mapset", "mapset2"}, {"one", "one"}, {"O-ne", "O-ne2"}, {"one2", "one22"}, {"maps", "maps"}} {
		p := &part{name: c.freePart(want[0])}
		if p.name != want[1] {
			t.Errorf("%s: %s", want[0], p.name)
		}
		if _, err := readGo("a.go", []byte("package "+p.packageName())); err != nil {
			t.Error(err)
		}
		c.parts = append(c.parts, p)
	}
}

// If combine finishes or undoes an interrupted update of a project, it reports that.
func TestCombineTellsOfRecovery(t *testing.T) {
	dir := createWith(t)
	testutil.WriteFiles(t, dir, map[string]string{stagingName: `{"schema": 1, "steps": []}`})
	made, err := Combine(t.Context(), CombineRequest{Dirs: []string{dir}, Out: filepath.Join(t.TempDir(), "out"), Name: "both", Module: "both", Tool: "test", DryRun: true, Load: loadBuiltin})
	if err != nil {
		t.Fatal(err)
	}
	if want := dir + ": an interrupted update was discarded: it had not changed any file"; !slices.Contains(made.Notes, want) || exists(filepath.Join(dir, stagingName)) {
		t.Errorf("%q", made.Notes)
	}
}

// Nested modules and directories that Go ignores are not copied.
func TestCombineLeavesOut(t *testing.T) {
	files := map[string]string{"inner/go.mod": "module inner\n", "inner/a.go": "package inner\n", "_off/a.go": "package off\n", "vendor/x/x.go": "package x\n"}
	dir, err := combined(t, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"inner", "_off", "vendor"} {
		if exists(filepath.Join(dir, "sets", "a", path)) {
			t.Errorf("%s came along", path)
		}
	}
}

func TestEmbedWords(t *testing.T) {
	got, err := embedWords("  a/*.txt \"with blank\"\t`b c` all:d ")
	if err != nil || !slices.Equal(got, []string{"a/*.txt", "with blank", "b c", "all:d"}) {
		t.Errorf("%q %v", got, err)
	}
	if _, err := embedWords("\"open"); err == nil {
		t.Error("no error")
	}
}

// In any file, only the package clause and the imports change.
func FuzzRewrite(f *testing.F) {
	f.Add("// c\r\npackage main // main\r\n\r\nimport (\r\n\t_ \"m/gles\"\n\tx `m/a b`; y \"fmt\")\nvar s = \"m/gles\"\n")
	f.Add("\ufeffpackage main\nimport \"m\\x2fgles\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := readGo("a.go", []byte(text))
		if err != nil {
			return
		}
		same, err := s.rewrite("", func(path string) string { return path })
		if err != nil || string(same) != text {
			t.Errorf("%q became %q: %v", text, same, err)
		}
		there, err := s.rewrite("other", func(path string) string { return "moved/" + path })
		if err != nil {
			return
		}
		again, err := readGo("a.go", there)
		if err != nil {
			return // not a valid import path in Go
		}
		back, err := again.rewrite(s.tree.Name.Name, func(path string) string { return strings.TrimPrefix(path, "moved/") })
		plain := !strings.Contains(text, "`")
		_ = s.imports(func(path string, at *ast.BasicLit) error {
			plain = plain && at.Value == strconv.Quote(path) // with the spelling that undo uses
			return nil
		})
		if err != nil || plain && string(back) != text {
			t.Errorf("%q came back as %q: %v", text, back, err)
		}
	})
}
