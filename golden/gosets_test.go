package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
)

// setsCase has two hook sets of the project's own, and hooks behind them.
func setsCase() kase {
	q := request("active", "go", []string{"glClear", "glCreateProgram", "glUniform4f", "glViewport"})
	q.Config.Sets = []string{"./sets/outer", "./sets/string"}
	commands := []string{"glClear", "glCreateProgram", "glShaderSource", "glUniform4f"}
	for _, name := range []string{"outer", "string"} {
		q.GoSets = append(q.GoSets, gen.GoSet{Folder: "sets/" + name, Import: "gleslayer/sets/" + name, Package: name, Commands: commands, Initialize: true})
	}
	return kase{name: "gosets", what: "two hook sets of the project's own", request: q}
}

// Hooks of sets and of the author are one chain: in order, in one crossing, with a panic of any contained, on the stack.
func TestGoSets(t *testing.T) {
	testProject(t, "gosets", setsCase().write(t))
}
