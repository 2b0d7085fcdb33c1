package gen

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Constants of extensions share a package with enums, groups and types: no two names may be equal, in either
// version of the registry.
func TestExtensionNames(t *testing.T) {
	text, err := os.ReadFile("../registry/testdata/2022-07.txt")
	if err != nil {
		t.Fatal(err)
	}
	old, err := registry.ReadSnapshot(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for date, r := range map[string]*registry.Registry{"2022-07": old, "built in": registry.Builtin()} {
		p, err := New(r, Input{Name: "x", Module: "x", Rules: ParseRules("glClear", HookGo), Scope: registry.FullScope()})
		if err != nil {
			t.Fatal(err)
		}
		taken := takenNames(p)
		for _, name := range p.Extensions {
			if what := taken[name]; what != "" {
				t.Errorf("%s: %s is %s, too", date, name, what)
			}
			taken[name] = "an extension"
			if !strings.HasPrefix(name, "GL_") && !strings.HasPrefix(name, "EGL_") {
				t.Errorf("%s: is %s of EGL or of OpenGL ES?", date, name)
			}
		}
		if n := len(p.Extensions); n < 400 {
			t.Errorf("%s: only %d extensions", date, n)
		}
		for name, want := range map[string]bool{"GL_KHR_debug": true, "EGL_KHR_fence_sync": true, "GL_EXT_texture_border_clamp": true, "GL_OES_byte_coordinates": false, "GL_ARB_sync": false} {
			if slices.Contains(p.Extensions, name) != want {
				t.Errorf("%s: %s is there: %v", date, name, !want)
			}
		}
	}
}

// takenNames returns the other names of package gles that come from the registry.
func takenNames(p *Plan) map[string]string {
	taken := map[string]string{}
	for _, c := range p.Consts {
		taken[c.Name] = "an enum"
	}
	for _, g := range p.Groups {
		taken[g.Go] = "a group"
	}
	for _, g := range p.attribs {
		taken[g.goName] = "a group"
	}
	for _, typ := range p.Types {
		taken[typ.Go] = "a type"
	}
	return taken
}
