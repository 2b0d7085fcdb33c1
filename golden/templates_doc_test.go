package golden

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project/layertest"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

var packFile = regexp.MustCompile("(?ms)`(loud/[\\w./]+)`:\n\n```\\w*\n(.*?)^```$")

// The pack that docs/templates.md builds up from nothing gives a layer that runs, passive and active.
func TestTemplatesDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "loud"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, m := range packFile.FindAllStringSubmatch(string(text), -1) {
		put(t, dir, m[1], m[2])
	}
	pack, err := templates.Load(filepath.Join(dir, "loud"))
	if err != nil {
		t.Fatal(err)
	}
	for name, active := range map[string]bool{"passive": false, "active": true} {
		t.Run(name, func(t *testing.T) {
			plan, err := gen.New(registry.Builtin(), gen.Input{Name: "loud", Active: active, Scope: registry.FullScope(),
				Rules: []gen.Rule{{Match: "glClear,glReadPixels", Hooks: gen.HookC}}})
			if err != nil {
				t.Fatal(err)
			}
			dir := printPack(t, plan, pack)
			command(t, dir, "make", "CC=cc -Werror")
			lib := filepath.Join(dir, "libloud.so")
			layertest.Check(t, layertest.Open(t, lib), "loud")
			out, _ := run(t, []string{lib}, nil)
			wantIn(t, out, "loud: glClear\n", "loud: glReadPixels\n")
			if active {
				wantIn(t, out, "loud: here I am\n")
			}
		})
	}
}
