package registry

import (
	"slices"
	"testing"
)

func TestCounts(t *testing.T) {
	r := Builtin()
	for _, c := range []struct {
		name  string
		scope Scope
		want  int
	}{
		{"OpenGL ES 2.0", Scope{GLES2: "2.0"}, 142},
		{"OpenGL ES 3.0", Scope{GLES2: "3.0"}, 246},
		{"OpenGL ES 3.1", Scope{GLES2: "3.1"}, 314},
		{"OpenGL ES 3.2", Scope{GLES2: "3.2"}, 358},
		{"OpenGL ES with extensions", Scope{GLES2: "3.2", Extensions: []string{"all"}}, 902},
		{"EGL 1.0", Scope{EGL: "1.0"}, 24},
		{"EGL 1.4", Scope{EGL: "1.4"}, 34},
		{"EGL 1.5", Scope{EGL: "1.5"}, 44},
		{"EGL with extensions", Scope{EGL: "1.5", Extensions: []string{"all"}}, 158},
		{"one extension", Scope{EGL: "1.5", Extensions: []string{"EGL_KHR_debug"}}, 47},
		{"an extension of the other API", Scope{EGL: "1.5", Extensions: []string{"GL_KHR_debug"}}, 44},
		{"everything", FullScope(), 1060},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := r.Select(c.scope, []string{"@all"})
			if err != nil || len(got) != c.want {
				t.Errorf("%d commands (%v), want %d", len(got), err, c.want)
			}
		})
	}
}

func TestSorted(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		sorted(t, "types", r.Types, func(x *Type) string { return x.Name })
		sorted(t, "groups", r.Groups, func(x *EnumGroup) string { return x.Name })
		sorted(t, "enums", r.Enums, func(x *Enum) string { return x.Name })
		sorted(t, "commands", r.Commands, func(x *Command) string { return x.Name })
		sorted(t, "extensions", r.Extensions, func(x *Extension) string { return x.Name })
		sorted(t, "versions", r.Features, func(x *Feature) string { return string(x.API) + x.Number })
	})
}

// sorted checks that names are in order and without duplicates.
func sorted[T any](t *testing.T, what string, list []T, name func(T) string) {
	t.Helper()
	if len(list) == 0 {
		t.Errorf("no %s", what)
	}
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(names))); !slices.Equal(names, unique) {
		t.Errorf("%s are not sorted, or one is defined twice", what)
	}
}

func TestLookUp(t *testing.T) {
	r := Builtin()
	if c, ok := r.Command("glTexImage2D"); !ok || c.Name != "glTexImage2D" || c.IsEGL() {
		t.Error("glTexImage2D")
	}
	if c, ok := r.Command("eglGetError"); !ok || !c.IsEGL() {
		t.Error("eglGetError")
	}
	if x, ok := r.Type("GLenum"); !ok || x.Name != "GLenum" {
		t.Error("GLenum")
	}
	if e, ok := r.Enum("EGL_DONT_CARE"); !ok || int64(e.Value) != -1 {
		t.Error("EGL_DONT_CARE")
	}
	if g, ok := r.Group("PrimitiveType"); !ok || g.Bitmask || !slices.Contains(g.Enums, "GL_TRIANGLES") {
		t.Error("PrimitiveType")
	}
	for _, desktop := range []string{"glBegin", "glAccum", "glXGetProcAddress", ""} {
		if _, ok := r.Command(desktop); ok {
			t.Errorf("%q is no command of OpenGL ES", desktop)
		}
	}
}
