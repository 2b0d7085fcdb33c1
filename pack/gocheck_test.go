package pack

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
)

// check checks files given by their paths.
func checkGo(t *testing.T, files map[string]string) GoResult {
	t.Helper()
	c, err := NewGoChecker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := GoProject{Module: "example.com/trial"}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		p.Files = append(p.Files, gen.NewFile(path, []byte(files[path]), true))
	}
	return c.Check(p)
}

// Errors in code and tests are reported with their lines; files for other systems are not type-checked.
func TestCheckFindsFaults(t *testing.T) {
	files := map[string]string{
		"go.mod":          "module example.com/mine\n",
		"main.go":         "package main\n\nimport (\n\t\"C\"\n\t\"fmt\"\n\t\"unsafe\"\n\n\t\"example.com/mine/own\"\n)\n\nfunc main() { fmt.Println(own.Number, C.anything, unsafe.Sizeof(0)) }\n",
		"main_test.go":    "package main\n\nimport \"testing\"\n\nfunc TestMine(t *testing.T) { t.Log(own2) }\n",
		"own/own.go":      "package own\n\nconst Number int = \"text\"\n",
		"other_plan9.go":  "package main\n\nvar wrong int = \"text\"\n",
		"tag.go":          "//go:build never\n\npackage main\n\nvar wrong int = \"text\"\n",
		"long/message.go": "package long\n\nvar _ = \"" + strings.Repeat("x", 1<<20) + "\" + 1\n",
	}
	found := checkGo(t, files)
	if len(found.Findings) != 3 || len(found.Outside) != 0 {
		t.Fatalf("%v", found)
	}
	if f := found.Findings[0]; f.File != "long/message.go" || f.Line != 3 || len(f.Message) > maxMessage {
		t.Errorf("%+v", f)
	}
	if f := found.Findings[1]; f.File != "main_test.go" || f.Line != 5 || !strings.Contains(f.Message, "undefined: own2") {
		t.Errorf("%+v", f)
	}
	if f := found.Findings[2]; f.File != "own/own.go" || f.Line != 3 || !strings.Contains(f.Message, "cannot use") {
		t.Errorf("%+v", f)
	}
	files["own/own.go"], files["main_test.go"] = "package own\n\nimport \"example.com/mine/none\"\n\nvar Number = none.X\n", "package main\n\nfunc {\n"
	if text := fmt.Sprint(checkGo(t, files).Findings); !strings.Contains(text, "the template pack does not generate the package example.com/mine/none") || !strings.Contains(text, "{main_test.go 3 6 expected") {
		t.Error(text)
	}
}

// Imports of other modules are reported, and packages that use them are not checked.
func TestCheckOutside(t *testing.T) {
	found := checkGo(t, map[string]string{"go.mod": "module a\n", "main.go": "package main\n\nimport \"example.org/there\"\n\nfunc main() { there.Be() }\n"})
	if len(found.Findings) != 0 || len(found.Outside) != 1 || found.Outside[0] != "example.org/there" {
		t.Errorf("%v", found)
	}
}
