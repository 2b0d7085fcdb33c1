package gen

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/templates"
)

var coreInclude = regexp.MustCompile(`#include "(zz_generated_\w+\.h)"`)

// The names of files that the model tells are those by which the C core's files include each other, and those of the tool's
// own packs.
func TestEmittersHaveTheirNames(t *testing.T) {
	places := map[string]string{}
	var files []string
	for _, e := range DescribeModel().Emitters {
		places[e.Name] = e.Example
		files = append(files, e.Example)
	}
	recorder, err := templates.Load("trace") // its own files are included, too
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range recorder.Files {
		files = append(files, path.Base(f.Path))
	}
	for emitter, file := range cEmitters {
		name, _, _ := strings.Cut(file, " ")
		text, err := templates.Core(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range coreInclude.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(files, m[1]) {
				t.Errorf("%s includes %s, which no emitter is told to print", emitter, m[1])
			}
		}
	}
	pack, err := templates.Load("go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range pack.Files {
		dir, base := path.Split(f.Path)
		if want := places[f.Emit]; f.Emit != "" && want != base && want != dir && want != "./"+dir {
			t.Errorf("%s is printed to %s, and told to be %s", f.Emit, f.Path, want)
		}
	}
}

// Packs may look for commands in the order of the alphabet.
func TestCommandsAreInOrder(t *testing.T) {
	var names []string
	for i, c := range everything(t, HookC).Commands {
		names = append(names, c.Name)
		if c.ID != i {
			t.Errorf("%s has the id %d at place %d", c.Name, c.ID, i)
		}
	}
	if !slices.IsSorted(names) {
		t.Error("they are in another order")
	}
}
