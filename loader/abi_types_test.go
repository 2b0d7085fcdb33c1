package loader

import (
	"maps"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Each type of GL that is passed by value is in abiTypes or is a 32-bit integer, and abiTypes has no other types.
func TestABITypes(t *testing.T) {
	integers := []string{"GLbitfield", "GLclampx", "GLenum", "GLfixed", "GLint", "GLsizei", "GLuint"}
	unused := maps.Clone(abiTypes)
	for _, c := range registry.Builtin().Commands {
		if !isGL(c.Name) {
			continue
		}
		for _, p := range append(slices.Clone(c.Params), c.Return) {
			if _, ok := abiTypes[p.Type.Base]; !p.Type.IsPointer() && !ok && !slices.Contains(integers, p.Type.Base) {
				t.Errorf("%s: type %s", c.Name, p.Type.Base)
			} else if !p.Type.IsPointer() {
				delete(unused, p.Type.Base)
			}
		}
	}
	for name := range unused {
		t.Errorf("no command has a parameter of type %s", name)
	}
}
