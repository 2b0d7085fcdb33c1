package project

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// editedRegistry returns the built-in registry after replacements in its snapshot: pairs of text and replacement.
func editedRegistry(t *testing.T, pairs ...string) *registry.Registry {
	t.Helper()
	var b bytes.Buffer
	if err := registry.Builtin().WriteSnapshot(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(text, pairs[i]) != 1 {
			t.Fatalf("%q stands %d times in the snapshot", pairs[i], strings.Count(text, pairs[i]))
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	r, err := registry.ReadSnapshot(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// layer writes the files of a project that FindHooks reads.
func hookProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hooks.go":     "package main\n\nfunc eglSwapBuffers() {}\n\n// comment\nfunc glClear() {}\n",
		"core/hooks.c": "\nvoid hook_glClearStencil(int s) {\n}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var affectedConfig = &Config{API: "egl=1.5,gles2=3.2", Extensions: "all", Use: []string{"glFlush,glClear"},
	Intercept: []Intercept{{Match: "glClear", Hooks: "go"}, {Match: "glClearStencil", Hooks: "c"},
		{Match: "glClear*,!glClearColor", Hooks: "none"}, {Match: "glNewcomer", Hooks: "go"}}}

func TestAffected(t *testing.T) {
	old := registry.Builtin()
	new := editedRegistry(t, "command\tglClear\tvoid\nparam\tmask\tGLbitfield\tgroup=ClearBufferMask\n",
		"command\tglClear\tvoid\nparam\tmask\tGLuint\tgroup=ClearBufferMask\nparam\tmore\tGLfloat\ncommand\tglNewcomer\tvoid\n",
		"command\tglClearStencil\tvoid\nparam\ts\tGLint\tkind=StencilValue\n", "command\tglClearStencil\tvoid\nparam\ts\tGLint\n",
		"command\tglFlush\tvoid\n", "command\tglFlush\tGLint\n",
		"extension\tGL_OES_draw_texture\tgles1\n", "extension\tGL_X\tgles2\nhas\tcommand\tglNewcomer\nextension\tGL_OES_draw_texture\tgles1\n")
	got, err := Affected(hookProject(t), nil, old, new, CommandRoles(affectedConfig, old, new))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 {
		t.Fatalf("%+v", got)
	}
	clear, stencil, flush, newcomer := got[0], got[1], got[2], got[3]
	if clear.Name != "glClear" || clear.Role != RoleGo || clear.File != "hooks.go" || clear.Line != 6 || len(clear.Changes) != 2 {
		t.Errorf("%+v", clear)
	}
	if want := (PrototypeChange{"void glClear(GLbitfield mask)", "void glClear(GLuint mask, GLfloat more)",
		"func glClear(next gles.GLClearFunc, mask gles.GLbitfield)", "func glClear(next gles.GLClearFunc, mask gles.GLuint, more gles.GLfloat)"}); clear.Signature == nil || *clear.Signature != want {
		t.Errorf("%+v", clear.Signature)
	}
	if stencil.Name != "glClearStencil" || stencil.Role != RoleC || stencil.File != "core/hooks.c" || stencil.Line != 2 || stencil.Signature != nil || len(stencil.Changes) != 1 {
		t.Errorf("%+v", stencil)
	}
	if flush.Name != "glFlush" || flush.Role != RoleUse || flush.File != "" || flush.Signature == nil || flush.Signature.NewC != "GLint glFlush(void)" {
		t.Errorf("%+v", flush)
	}
	if newcomer.Name != "glNewcomer" || newcomer.Line != 0 || newcomer.Signature.OldC != "" || newcomer.Signature.OldGo != "" {
		t.Errorf("%+v", newcomer)
	}
	if same, err := Affected(hookProject(t), nil, old, old, CommandRoles(affectedConfig, old, old)); err != nil || same != nil {
		t.Errorf("%+v %v", same, err)
	}
}

func TestCommandRoles(t *testing.T) {
	roles := CommandRoles(affectedConfig, registry.Builtin())
	for name, want := range map[string]Role{"glClear": RoleGo, "glClearStencil": RoleC, "glClearDepthf": RoleNone, "glClearColor": "",
		"glFlush": RoleUse, "glNewcomer": "", "glFinish": ""} {
		if roles[name] != want {
			t.Errorf("%s: %q, want %q", name, roles[name], want)
		}
	}
	bare := &Config{Intercept: []Intercept{{Match: "@GL_KHR_debug", Hooks: "c"}}}
	odd := &Config{API: "egl=1.5,gles2=3.9", Extensions: "GL_KHR_debug,GL_not_yet", Intercept: bare.Intercept}
	for _, c := range []*Config{bare, odd} {
		if roles := CommandRoles(c, registry.Builtin()); roles["glObjectLabelKHR"] != RoleC {
			t.Errorf("%+v: %v", c, roles)
		}
	}
}

// Hooks in hook sets of the project are found, except for functions that have a hook elsewhere.
func TestAffectedSets(t *testing.T) {
	old := registry.Builtin()
	new := editedRegistry(t, "command\tglClear\tvoid\n", "command\tglClear\tGLint\n", "command\tglFinish\tvoid\n", "command\tglFinish\tGLint\n",
		"command\tglHint\tvoid\n", "command\tglHint\tGLint\n")
	root := hookProject(t)
	if err := os.MkdirAll(filepath.Join(root, "mine"), 0o777); err != nil {
		t.Fatal(err)
	}
	text := "package mine\n\nfunc GLFinish() {}\n\nfunc GLClear() {}\n\nfunc glHint() {}\n"
	if err := os.WriteFile(filepath.Join(root, "mine", "a.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Affected(root, []string{"mine"}, old, new, CommandRoles(affectedConfig, old, new))
	if err != nil || len(got) != 2 || got[0].File != "hooks.go" || got[1].Name != "glFinish" || got[1].File != "mine/a.go" || got[1].Line != 3 {
		t.Errorf("%+v %v", got, err)
	}
}
