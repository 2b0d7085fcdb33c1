package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
)

// renderPack writes a pack and renders it; entries are lines of its files key.
func renderPack(t *testing.T, entries string, files map[string]string) (Trial, []gen.File) {
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
	p, err := pack.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	trial := Trials(p)[0]
	made, err := trial.Render(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return trial, made
}

// The packs of the tool's own have no fault, and all of their Go is looked at.
func TestBuiltinPacks(t *testing.T) {
	p, err := pack.Open("go")
	if err != nil {
		t.Fatal(err)
	}
	cases := Trials(p)
	checker, err := pack.NewGoChecker(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 9 || cases[0].Name != "passive-go" || !cases[8].All {
		t.Errorf("%v", cases)
	}
	for _, one := range cases {
		files, err := one.Render(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if found, err := one.Check(t.Context(), checker, files); err != nil || len(found.Findings)+len(found.Outside) > 0 || !HasC(files) {
			t.Errorf("%s: %v, %v", one.Name, found, err)
		}
	}
}

// A Makefile is what a project is built by, and its outcome is the pack's.
func TestTrialBuild(t *testing.T) {
	entries := "- {path: Makefile, template: make, class: yours}\n- {path: zz_generated_x.txt, template: x}\n"
	trial, made := renderPack(t, entries, map[string]string{"make": "all:\n\t@grep -q x zz_generated_x.txt && echo built by $(GLESLAYERGEN)\n", "x": "x\n"})
	var out strings.Builder
	if err := trial.Build(t.Context(), made, &out); err != nil || !strings.Contains(out.String(), "built by "+os.Args[0]) {
		t.Errorf("%v, %s", err, out.String())
	}
	trial, made = renderPack(t, entries, map[string]string{"make": "all:\n\texit 3\n", "x": "x\n"})
	if err := trial.Build(t.Context(), made, &out); err == nil || !strings.HasPrefix(err.Error(), "make: exit status 2") {
		t.Error(err)
	}
	trial, made = renderPack(t, "- {path: zz_generated_x.txt, template: x}\n", map[string]string{"x": "x\n"})
	if err := trial.Build(t.Context(), made, &out); err != errNoBuild {
		t.Error(err)
	}
}
