package registry

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// cNames are the base types that a type may use without a definition in the registry.
var cNames = []string{"void", "char", "int", "unsigned int", "unsigned char", "double", "intptr_t"}

func TestEveryCommandIsTyped(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		for _, c := range r.Commands {
			for _, p := range append([]Param{c.Return}, c.Params...) {
				checkBase(t, r, c.Name+" "+p.Name, p.Type)
				if again, err := ParseCType(p.Type.String()); err != nil || again != p.Type {
					t.Errorf("%s %s: %q reads back as %+v (%v)", c.Name, p.Name, p.Type, again, err)
				}
			}
			checkLens(t, c)
			if len(c.Features)+len(c.Extensions) == 0 {
				t.Errorf("%s belongs to nothing", c.Name)
			}
		}
		for _, x := range r.Types {
			if x.Kind == Alias || x.Kind == FuncPointer {
				checkBase(t, r, x.Name, x.Target)
			}
			for _, f := range x.Fields {
				checkBase(t, r, x.Name+"."+f.Name, f.Type)
			}
		}
	})
}

func checkBase(t *testing.T, r *Registry, what string, c CType) {
	t.Helper()
	_, known := r.Type(c.Base)
	standard := strings.HasPrefix(c.Base, "khronos_") // khrplatform.h
	if !known && !standard && !slices.Contains(cNames, c.Base) && !c.Struct {
		t.Errorf("%s: nobody defines %q", what, c.Base)
	}
}

// checkLens checks that parameters have unique names, and that only pointers have lengths, which refer to
// other parameters.
func checkLens(t *testing.T, c *Command) {
	var names []string
	for _, p := range c.Params {
		if !isIdentifier(p.Name) || p.Type.IsVoid() || slices.Contains(names, p.Name) {
			t.Errorf("%s: parameter %q of type %q", c.Name, p.Name, p.Type)
		}
		names = append(names, p.Name)
	}
	for _, p := range c.Params {
		if p.Len.Param != "" && !slices.Contains(names, p.Len.Param) {
			t.Errorf("%s: len of %s is %q", c.Name, p.Name, p.Len)
		}
		if p.Len.Kind != LenNone && !p.Type.IsPointer() && p.Type.Array == 0 {
			t.Errorf("%s: %s has a len but is no pointer", c.Name, p.Name)
		}
	}
}

func TestAliasClasses(t *testing.T) {
	r := Builtin()
	for name, want := range map[string][]string{
		"glBindVertexArray":              {"glBindVertexArrayOES"},
		"glDrawArraysInstanced":          {"glDrawArraysInstancedANGLE", "glDrawArraysInstancedEXT", "glDrawArraysInstancedNV"},
		"glDrawArraysInstancedNV":        {"glDrawArraysInstanced", "glDrawArraysInstancedANGLE", "glDrawArraysInstancedEXT"},
		"glDrawElementsBaseVertexOES":    {"glDrawElementsBaseVertex", "glDrawElementsBaseVertexEXT"},
		"glClear":                        nil,
		"glMultiDrawElementsEXT":         nil, // all other commands of its class are desktop only
		"eglCreatePlatformWindowSurface": nil,
	} {
		if c, ok := r.Command(name); !ok || !slices.Equal(c.Aliases, want) {
			t.Errorf("%s: aliases %v, want %v", name, c.Aliases, want)
		}
	}
	forAll(t, func(t *testing.T, r *Registry) {
		for _, c := range r.Commands {
			for _, name := range c.Aliases {
				other, ok := r.Command(name)
				if !ok || !slices.Contains(other.Aliases, c.Name) || len(other.Params) != len(c.Params) {
					t.Errorf("%s and %s: not aliases both ways, or of other shape", c.Name, name)
				}
			}
		}
	})
}

func TestGroups(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		for _, g := range r.Groups {
			for _, name := range g.Enums {
				if e, ok := r.Enum(name); !ok || !slices.Contains(e.Groups, g.Name) {
					t.Errorf("group %s: %s", g.Name, name)
				}
			}
		}
		for _, c := range r.Commands {
			for _, p := range c.Params {
				if _, ok := r.Group(p.Group); !ok && p.Group != "" {
					t.Errorf("%s: %s has the unknown group %s", c.Name, p.Name, p.Group)
				}
			}
		}
		if g, ok := r.Group("ClearBufferMask"); !ok || !g.Bitmask || len(g.Enums) < 3 {
			t.Errorf("ClearBufferMask: %+v", g)
		}
		if g, ok := r.Group("EGLRenderableTypeMask"); !ok || !g.Bitmask || !slices.Contains(g.Enums, "EGL_OPENGL_ES2_BIT") {
			t.Errorf("EGLRenderableTypeMask: %+v", g)
		}
	})
}

// TestRequiresOfAnAPI checks that GL_KHR_debug has suffixed names in OpenGL ES and unsuffixed ones in desktop
// OpenGL.
func TestRequiresOfAnAPI(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		x := r.extension("GL_KHR_debug")
		if x == nil || !slices.Contains(x.Supported, GLES2) {
			t.Fatalf("%+v", x)
		}
		got, err := r.Select(FullScope(), []string{"@GL_KHR_debug"})
		if err != nil || len(got) != 11 {
			t.Fatalf("%d commands, %v", len(got), err)
		}
		for _, c := range got {
			if !strings.HasSuffix(c.Name, "KHR") || !slices.Contains(c.Extensions, x.Name) {
				t.Errorf("%s: %v", c.Name, c.Extensions)
			}
		}
		c, _ := r.Command("glDebugMessageCallback")
		if !reflect.DeepEqual(c.Features, []string{"GL_ES_VERSION_3_2"}) || slices.Contains(c.Extensions, x.Name) {
			t.Errorf("glDebugMessageCallback: %v %v", c.Features, c.Extensions)
		}
		for _, q := range x.Requires {
			if q.API != "" && !slices.Contains(x.Supported, q.API) {
				t.Errorf("a part for %q", q.API)
			}
		}
	})
}
