package state

import (
	"maps"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestUniformNames: the names of the current program, of an array's elements, and after another link.
func TestUniformNames(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glUseProgram", 5)
		m.Synthetic("glGetActiveUniform", 5, 0, 64, ints(7), ints(3), ints(0x8B52), tracetest.String("uBox[0]"))
		m.Call("glGetUniformLocation", 5, tracetest.String("uBox"), tracetest.Returns(2))
		m.Call("glUniform4f", 2, 0, 0, 0, 1).Call("glUniform4f", 4, 0, 0, 0, 1).Call("glUniform1i", 9, 1)
		m.Call("glGetUniformLocation", 5, tracetest.String("uLate"), tracetest.Returns(9)).Call("glProgramUniform1i", 5, 9, 2)
	})
	first := 0
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "glUniform4f" {
			first = c.Index
			break
		}
	}
	got, err := New(f).UniformNames(t.Context(), first, f.Len())
	want := map[int]string{first: "uBox", first + 1: "uBox[2]", first + 4: "uLate"}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, want %v: %v", got, want, err)
	}
}

func TestSetsUniform(t *testing.T) {
	for name, want := range map[string]bool{"glUniform1f": true, "glUniformMatrix4fv": true, "glProgramUniform2uivEXT": true, "glUniformHandleui64NV": true,
		"glUniformBlockBinding": false, "glGetUniformfv": false, "glUniform": false} {
		if SetsUniform(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
