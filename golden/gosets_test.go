package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
)

// setsCase has two hook sets of its own, and hooks after them.
func setsCase() kase {
	q := request("active", "go", []string{"glClear", "glCreateProgram", "glUniform4f", "glViewport"})
	q.Config.Sets = []string{"./sets/outer", "./sets/string"}
	commands := []string{"glClear", "glCreateProgram", "glShaderSource", "glUniform4f"}
	for _, name := range []string{"outer", "string"} {
		q.GoSets = append(q.GoSets, gen.GoSet{Folder: "sets/" + name, Import: "gleslayer/sets/" + name, Package: name, Commands: commands, Initialize: true})
	}
	return kase{name: "gosets", what: "two hook sets of the project's own", request: q}
}

// Hooks of sets and of the author form one chain: they run in order, in one call into Go, a panic in any of
// them is contained, and nothing is allocated on the heap.
func TestGoSets(t *testing.T) {
	testProject(t, "gosets", setsCase().write(t))
}
