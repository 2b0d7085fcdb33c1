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

// The file names in the model are those by which the files of the C core include each other, and those that
// the built-in packs use.
func TestEmittersHaveTheirNames(t *testing.T) {
	places := map[string]string{}
	var files []string
	for _, e := range DescribeModel().Emitters {
		places[e.Name] = e.Example
		files = append(files, e.Example)
	}
	recorder, err := templates.Load("replay") // a built-in pack also includes files of its own, and those of the pack trace
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

// Packs may search commands by name with a binary search.
func TestCommandsAreInOrder(t *testing.T) {
	var names []string
	for i, c := range planAll(t, HookC).Commands {
		names = append(names, c.Name)
		if c.ID != i {
			t.Errorf("%s has the id %d at place %d", c.Name, c.ID, i)
		}
	}
	if !slices.IsSorted(names) {
		t.Error("they are in another order")
	}
}
