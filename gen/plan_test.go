package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// planAll returns a plan that intercepts all 1060 commands.
func planAll(t testing.TB, kind HookKind) *Plan {
	t.Helper()
	p, err := New(registry.Builtin(), Input{Name: "all", Module: "example.com/all", Active: true,
		Rules: ParseRules("@all", kind), Use: []string{"glGetString"}, Scope: registry.FullScope()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEveryCommandIsPlanned(t *testing.T) {
	p := planAll(t, HookGo)
	if n := len(p.Hooked(HookGo)); n != 1060 {
		t.Errorf("%d commands, expected 1060", n)
	}
	if n := len(p.Shapes); n < 200 || n > 240 {
		t.Errorf("%d calling shapes: one for about five commands is what keeps the build fast", n)
	}
	for _, c := range p.Commands {
		for _, v := range c.Params {
			if v.GoType == "" || carriers[v.Class].letter == "" {
				t.Errorf("%s: parameter %s has no type in Go", c.Name, v.Name)
			}
		}
	}
}

// A value for which an app may pass any number is an integer in Go, never a pointer.
func TestUntypedPointersAreIntegers(t *testing.T) {
	p := planAll(t, HookGo)
	handles := 0
	for _, typ := range p.Types {
		if typ.Class == classUsize && typ.GoDef != "uintptr" {
			t.Errorf("%s is %q in Go", typ.Name, typ.GoDef)
		}
		if typ.Class == classUsize {
			handles++
		}
	}
	if handles < 25 {
		t.Errorf("only %d handle types", handles)
	}
	for _, c := range p.Commands {
		for _, v := range c.Params {
			base := strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(v.CType, "const", ""), " ", ""))
			switch want := map[string]string{"void*": "Ptr", "void**": "*Ptr"}[base]; {
			case want != "" && v.GoType != want:
				t.Errorf("%s: %s %s is %s in Go", c.Name, v.CType, v.Name, v.GoType)
			case strings.Contains(v.GoType, "Pointer"):
				t.Errorf("%s: %s is an unsafe pointer", c.Name, v.Name)
			}
		}
	}
}

// The argument structure has its largest fields first, so that C and Go use the same offsets.
func TestFieldsGoFromLargeToSmall(t *testing.T) {
	for _, c := range planAll(t, HookGo).Commands {
		for i := 1; i < len(c.fields); i++ {
			if carriers[c.fields[i-1].Class].rank > carriers[c.fields[i].Class].rank {
				t.Errorf("%s: %s stands before the larger %s", c.Name, c.fields[i-1].Name, c.fields[i].Name)
			}
		}
	}
}

func TestHookPrototype(t *testing.T) {
	r := registry.Builtin()
	for name, want := range map[string]string{
		"eglChooseConfig":   "func eglChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay, attribList *gles.EGLint, configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean",
		"glGetError":        "func glGetError(next gles.GLGetErrorFunc) gles.GLenum",
		"glShaderSource":    "func glShaderSource(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, stringArg **gles.GLchar, length *gles.GLint)",
		"glMapBufferRange":  "func glMapBufferRange(next gles.GLMapBufferRangeFunc, target gles.GLenum, offset gles.GLintptr, length gles.GLsizeiptr, access gles.GLbitfield) gles.Ptr",
		"glGetString":       "func glGetString(next gles.GLGetStringFunc, name gles.GLenum) *gles.GLubyte",
		"eglQueryString":    "func eglQueryString(next gles.EGLQueryStringFunc, dpy gles.EGLDisplay, name gles.EGLint) *gles.GLchar",
		"eglGetProcAddress": "func eglGetProcAddress(next gles.EGLGetProcAddressFunc, procname *gles.GLchar) gles.EGLProc",
	} {
		rc, _ := r.Command(name)
		c, err := Prototype(r, rc)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.HookPrototype(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestFirstRuleDecides(t *testing.T) {
	p, err := New(registry.Builtin(), Input{Name: "x", Module: "x", Scope: registry.FullScope(),
		Rules: slices.Concat(ParseRules("glDrawArrays", HookC), ParseRules("glDraw*,!glDrawBuffers*", HookGo), ParseRules("@gles3.0,!glFlush", HookNone))})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]HookKind{}
	for _, c := range p.Commands {
		kinds[c.Name] = c.Hook
	}
	for name, want := range map[string]HookKind{"glDrawArrays": HookC, "glDrawElements": HookGo, "glClear": HookNone, "glFlush": "", "glDrawBuffers": HookNone} {
		if kinds[name] != want {
			t.Errorf("%s has hook %q, expected %q", name, kinds[name], want)
		}
	}
}

// get_next may be called only with names that the loaders of all releases from MinAPI on know (rule 6.4).
func TestKnownToEveryRelease(t *testing.T) {
	known := map[string]bool{}
	for _, c := range planAll(t, HookNone).Commands {
		known[c.Name] = c.Known
	}
	for name, want := range map[string]bool{"eglSwapBuffers": true, "glDrawArrays": true, "eglCreatePlatformWindowSurfaceEXT": true,
		"glShadingRateQCOM": false, "eglHibernateProcessIMG": false, "glMultiDrawElementsBaseVertexOES": false, "eglExportDMABUFImageMESA": false} {
		if got, ok := known[name]; ok && got != want {
			t.Errorf("%s: known %v", name, got)
		}
	}
	for _, r := range rules.Releases() {
		offered := r.Offered()
		for name, is := range known {
			if is && !slices.Contains(offered, name) {
				t.Errorf("Android %s does not offer %s", r.ID, name)
			}
		}
	}
}

// The C core searches the commands by name with a binary search.
func TestCommandsAreSorted(t *testing.T) {
	commands := planAll(t, HookNone).Commands
	for i, c := range commands {
		if c.ID != i || i > 0 && c.Name <= commands[i-1].Name {
			t.Errorf("%s has the id %d at place %d", c.Name, c.ID, i)
		}
	}
}
