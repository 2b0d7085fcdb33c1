package golden

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

var packFile = regexp.MustCompile("(?ms)`(loud/[\\w./]+)`:\n\n```\\w*\n(.*?)^```$")

// documentedPack writes the pack of docs/templates.md to a directory, with one replacement.
func documentedPack(t *testing.T, text string, change ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "loud"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, m := range packFile.FindAllStringSubmatch(text, -1) {
		writeFile(t, dir, m[1], strings.NewReplacer(change...).Replace(m[2]))
	}
	return filepath.Join(dir, "loud")
}

// loudPlan plans a layer of that pack.
func loudPlan(t *testing.T, active bool, intercept string) *gen.Plan {
	t.Helper()
	plan, err := gen.New(registry.Builtin(), gen.Input{Name: "loud", Active: active, Scope: registry.FullScope(),
		Rules: gen.ParseRules(intercept, gen.HookC)})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// gleslayergen template init loud writes the pack of the document.
func TestTemplatesDocumentInit(t *testing.T) {
	text, err := os.ReadFile("../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := templates.Minimal("loud")
	if err != nil {
		t.Fatal(err)
	}
	documented := packFile.FindAllStringSubmatch(string(text), -1)
	for _, m := range documented {
		name := strings.TrimPrefix(m[1], "loud/")
		if got := strings.Replace(string(files[name]), "name: 'loud'", "name: loud", 1); got != m[2] {
			t.Errorf("docs/templates.md and templates/minimal differ in %s:\n%s", name, got)
		}
	}
	if len(documented) != len(files) {
		t.Errorf("the document has %d files, templates/minimal %d", len(documented), len(files))
	}
}

// The pack of the tutorial in docs/templates.md gives a layer that runs, passive and active.
func TestTemplatesDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	pack, err := pack.Open(documentedPack(t, string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for name, active := range map[string]bool{"passive": false, "active": true} {
		t.Run(name, func(t *testing.T) {
			dir := printPack(t, loudPlan(t, active, "glClear,glReadPixels"), pack)
			command(t, dir, "make", "CC=cc -Werror")
			lib := filepath.Join(dir, "libloud.so")
			testutil.CheckLayer(t, testutil.OpenLayer(t, lib), "loud")
			out, _ := run(t, []string{lib}, nil)
			checkContains(t, out, "loud: glClear\n", "loud: glReadPixels\n")
			if active {
				checkContains(t, out, "loud: initialized\n")
			}
			checkStop(t, dir)
		})
	}
}

// checkStop checks that make refuses to build during an update.
func checkStop(t *testing.T, dir string) {
	t.Helper()
	writeFile(t, dir, project.JournalName, "")
	checkContains(t, failing(t, dir, "make"), "an update of this project was interrupted; complete it with: gleslayergen update --recover")
}

// A pack with the faults that the document describes gets the errors that the document shows.
func TestTemplatesDocumentErrors(t *testing.T) {
	text, err := os.ReadFile("../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][]string{{`log("{{.Name}}`, `log("{{.Nme}}`}, {"c.commands", "c.comands"}} {
		dir := documentedPack(t, string(text), change...)
		pack, err := pack.Open(dir)
		if err == nil {
			_, err = gen.Render(loudPlan(t, false, "glClear"), pack)
		}
		if err == nil {
			t.Fatalf("%s is no error", change[1])
		}
		checkContains(t, string(text), "    gleslayergen: "+strings.ReplaceAll(err.Error(), dir, "loud")+"\n")
	}
	pack, err := pack.Open("../examples/thirdparty")
	if err != nil {
		t.Fatal(err)
	}
	_, err = gen.Render(errorsPlan(t, false, errorsHooks, "glFinish"), pack)
	if err == nil {
		t.Fatal("it does not refuse")
	}
	checkContains(t, string(text), "    gleslayergen: "+strings.ReplaceAll(err.Error(), filepath.Join("..", "examples", "thirdparty"), "errors")+"\n")
}
