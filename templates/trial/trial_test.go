package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates/confine"
)

func TestMain(m *testing.M) {
	confine.Child()
	os.Exit(m.Run())
}

// pack writes a pack and reads it; entries are lines of its files.
func pack(t *testing.T, entries string, files map[string]string) []gen.File {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{"pack.yaml": "name: test\nversion: '1'\nmodel: 1\nhooks: [none]\nfiles:\n" + entries}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := gen.OpenPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	made, err := Cases(p)[0].Render(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func checker(t *testing.T) *Checker {
	t.Helper()
	c, err := NewChecker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The packs of the tool's own have no fault, and all of their Go is looked at.
func TestOwnPacks(t *testing.T) {
	p, err := gen.OpenPack("go")
	if err != nil {
		t.Fatal(err)
	}
	cases, c := Cases(p), checker(t)
	if len(cases) != 7 || cases[0].Name != "passive-go" || !cases[6].All {
		t.Errorf("%v", cases)
	}
	for _, one := range cases {
		files, err := one.Render(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if found, outside := c.Check("example.com/trial", files); len(found)+len(outside) > 0 || !C(files) {
			t.Errorf("%s: %v, %v", one.Name, found, outside)
		}
	}
}

const goEntries = `- {path: go.mod, template: mod, class: yours}
- {path: main.go, template: main, class: yours}
- {path: main_test.go, template: test, class: yours}
- {path: own/zz_generated_own.go, template: own}
- {path: zz_generated_other_plan9.go, template: other}
- {path: zz_generated_tag.go, template: tag}
`

// What does not compile is found, with its line, in code and in tests; what is not for this system is left alone.
func TestCheckFindsFaults(t *testing.T) {
	files := map[string]string{
		"mod":   "module example.com/mine\n",
		"main":  "package main\n\nimport (\n\t\"C\"\n\t\"fmt\"\n\t\"unsafe\"\n\n\t\"example.com/mine/own\"\n)\n\nfunc main() { fmt.Println(own.Number, C.anything, unsafe.Sizeof(0)) }\n",
		"test":  "package main\n\nimport \"testing\"\n\nfunc TestMine(t *testing.T) { t.Log(own2) }\n",
		"own":   "package own\n\nconst Number int = \"text\"\n",
		"other": "package main\n\nvar wrong int = \"text\"\n",
		"tag":   "//go:build never\n\npackage main\n\nvar wrong int = \"text\"\n",
	}
	found, outside := checker(t).Check("example.com/trial", pack(t, goEntries, files))
	if len(found) != 2 || len(outside) != 0 {
		t.Fatalf("%v, %v", found, outside)
	}
	if f := found[0]; f.File != "main_test.go" || f.Line != 5 || !strings.Contains(f.Message, "undefined: own2") {
		t.Errorf("%+v", f)
	}
	if f := found[1]; f.File != "own/zz_generated_own.go" || f.Line != 3 || !strings.Contains(f.Message, "cannot use") {
		t.Errorf("%+v", f)
	}
	files["own"], files["test"] = "package own\n\nimport \"example.com/mine/none\"\n\nvar Number = none.X\n", "package main\n\nfunc {\n"
	found, _ = checker(t).Check("example.com/trial", pack(t, goEntries, files))
	if text := strings.ReplaceAll(strings.TrimSpace(strings.Join(messages(found), "; ")), "\n", " "); !strings.Contains(text, "the pack makes no package example.com/mine/none") || !strings.Contains(text, "main_test.go:3: expected") {
		t.Error(text)
	}
}

func messages(found []Finding) []string {
	var all []string
	for _, f := range found {
		all = append(all, f.File+":"+string(rune('0'+f.Line))+": "+f.Message)
	}
	return all
}

// Packages that import other modules are named, not guessed at.
func TestCheckOutside(t *testing.T) {
	files := map[string]string{"mod": "module a\n", "main": "package main\n\nimport \"example.org/there\"\n\nfunc main() { there.Be() }\n", "test": "package main\n",
		"own": "package own\n", "other": "package main\n", "tag": "package main\n"}
	found, outside := checker(t).Check("example.com/trial", pack(t, goEntries, files))
	if len(found) != 0 || len(outside) != 1 || outside[0] != "example.org/there" {
		t.Errorf("%v, %v", found, outside)
	}
}

// A Makefile is what a project is built by, and its outcome is the pack's.
func TestBuild(t *testing.T) {
	entries := "- {path: Makefile, template: make, class: yours}\n- {path: zz_generated_x.txt, template: x}\n"
	made := pack(t, entries, map[string]string{"make": "all:\n\t@grep -q x zz_generated_x.txt && echo built by $(GLESLAYERGEN)\n", "x": "x\n"})
	var out strings.Builder
	if err := Build(t.Context(), made, &out); err != nil || !strings.Contains(out.String(), "built by "+os.Args[0]) {
		t.Errorf("%v, %s", err, out.String())
	}
	made = pack(t, entries, map[string]string{"make": "all:\n\texit 3\n", "x": "x\n"})
	if err := Build(t.Context(), made, &out); err == nil || !strings.HasPrefix(err.Error(), "make: exit status 2") {
		t.Error(err)
	}
	made = pack(t, "- {path: zz_generated_x.txt, template: x}\n", map[string]string{"x": "x\n"})
	if err := Build(t.Context(), made, &out); err != errNoBuild {
		t.Error(err)
	}
}
