package abi

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// depth returns how many levels of a C type point to typed data. void * does not count, because it may be any number, and a handle
// does not count, because it has no star.
func depth(ctype string) int {
	stars := strings.Count(ctype, "*")
	if strings.Contains(ctype, "void") && stars > 0 {
		stars--
	}
	return stars
}

// Only pointers to typed data are pointers in Go: read from the C declarations, not from what gen made of them.
func TestOnlyTypedPointersAreGoPointers(t *testing.T) {
	created, err := project.Render(t.Context(), registry.Builtin(), request("passive", "go", "@all"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range created.Plan.Commands {
		for _, v := range append([]gen.Value{c.Result}, c.Params...) {
			checkPointers(t, c.Name, v)
		}
	}
	for _, d := range created.Plan.Types {
		for _, v := range d.Fields {
			v.CType = v.C
			checkPointers(t, d.Name, v)
		}
		if strings.ContainsAny(d.GoDef, "*[") && d.GoDef != "struct{ _ [0]byte }" || strings.Contains(d.GoDef, "unsafe") {
			t.Errorf("type %s is %s in Go", d.Name, d.GoDef)
		}
	}
}

func checkPointers(t *testing.T, where string, v gen.Value) {
	t.Helper()
	base := strings.TrimLeft(v.GoType, "*")
	if got := len(v.GoType) - len(base); got != depth(v.CType) || strings.ContainsAny(base, "*[.") {
		t.Errorf("%s: %s %s is %s in Go", where, v.CType, v.Name, v.GoType)
	}
}

// A parameter that a registry writes as an array is a pointer, in C and in Go.
func TestArrayIsPointer(t *testing.T) {
	c, err := gen.Prototype(registry.Builtin(), &registry.Command{Name: "glTwo", Return: registry.Param{Type: registry.CType{Base: "void"}},
		Params: []registry.Param{{Name: "pair", Type: registry.CType{Base: "GLuint", Const: true, Array: 2}}}})
	if err != nil {
		t.Fatal(err)
	}
	if c.CParams != "const GLuint *pair" || c.GoParams != "pair *GLuint" {
		t.Errorf("C %q, Go %q", c.CParams, c.GoParams)
	}
}
