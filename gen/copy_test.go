package gen

import (
	"go/format"
	"path"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/templates"
)

func TestCopyFile(t *testing.T) {
	p := planAll(t, HookGo)
	p.Module = "example.org/mine"
	header := p.header("//") + "\n"
	for _, test := range []struct{ name, text, want string }{
		{"a.c", "//go:build ignore\n#include \"example.com/layer\"\n", "//go:build ignore\n#include \"example.com/layer\"\n"},
		{"a.go", "//go:build ignore\n\npackage a\n", header + "\npackage a\n"},
		{"a.go", "package a\n\nimport (\n\t\"example.com/layer\"\n\tb \"example.com/layer/b\"\n\t\"example.com/layers\"\n)\n\nconst C = \"example.com/layer\"\n",
			"package a\n\nimport (\n\t\"example.org/mine\"\n\tb \"example.org/mine/b\"\n\t\"example.com/layers\"\n)\n\nconst C = \"example.com/layer\"\n"},
	} {
		got, err := copyFile(p, test.name, test.text)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %v, %q, expected %q", test.text, err, got, test.want)
		}
	}
}

// The error of a copied Go file that cannot be parsed names the file of the pack and the line.
func TestCopyFileError(t *testing.T) {
	pack := &templates.Pack{Name: "x", Where: "x", Texts: map[string]string{"a.go": "package a\n\nimport a b\n"},
		Files: []templates.File{{Path: "zz_generated_a.go", File: "a.go"}}}
	_, err := Render(planAll(t, HookGo), pack)
	if err == nil || !strings.HasPrefix(err.Error(), "x/a.go:3: ") {
		t.Errorf("%v", err)
	}
}

// Each Go file that a built-in pack copies is formatted as by gofmt, and Go tools do not build it in the pack.
func TestCopiedGoFiles(t *testing.T) {
	pack, err := templates.Load("go")
	if err != nil {
		t.Fatal(err)
	}
	copied := 0
	for _, f := range pack.Files {
		if path.Ext(f.File) != ".go" {
			continue
		}
		copied++
		text := pack.Texts[f.File]
		formatted, err := format.Source([]byte(text))
		if err != nil || string(formatted) != text {
			t.Errorf("%s is not formatted: %v", f.File, err)
		}
		if !strings.HasPrefix(text, copyExcluded) {
			t.Errorf("%s does not begin with %q", f.File, copyExcluded)
		}
	}
	if copied == 0 {
		t.Error("the pack go copies no Go files")
	}
}
