package project

import (
	"fmt"
	"maps"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
)

// Hooks are found wherever Go and C let an author write them, and nowhere else.
func TestOwnFunctions(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		"hooks.go":           "package main\n\nfunc glClear() {}\n\ntype t int\n\nfunc (t) glMethod() {}\n",
		"only_windows.go":    "//go:build windows\n\npackage main\n\nfunc glOther() {}\n",
		"tagged.go":          "//go:build never\n\npackage main\n\nvar (\n\tglValue = func() {}\n\ta, glPair = 1, 2\n)\n",
		"tool.go":            "//go:build ignore\n\npackage other\n\nfunc glForeign() {}\n",
		"hooks_test.go":      "package main\n\nfunc glTest() {}\n",
		"zz_generated_x.go":  "package main\n\nfunc glGenerated() {}\n",
		"text.go.txt":        "package main\n\nfunc glText() {}\n",
		"empty.go":           "",
		"sub/hooks.go":       "package main\n\nfunc glBelow() {}\n",
		"core/hooks.c":       "void hook_glClear(int a) {\n}\n\nint\nhook_glSplit (\n  int (*next)(int), // )\n  int b)\n/* { */\n{\n  return hook_glCalled(1);\n}\n",
		"core/hooks_2.c":     "void hook_glDeclared(void);\n// void hook_glComment(void) {}\n/* void hook_glBlock(void) {} */\nchar *s = \"void hook_glString(void) {}\";\nchar c = '\"';\n#if 0\nvoid hook_glOff(void) {}\n#endif\n",
		"core/inline.h":      "static inline void hook_glHeader(void) { if (hook_glIf(1)) { } }\n",
		"core/zz_generated_": "void hook_glGenerated(void) {}\n",
	})
	f, err := openRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for kind, want := range map[gen.HookKind]map[string]string{
		gen.HookGo: {"glClear": "hooks.go:3", "glOther": "only_windows.go:5", "glValue": "tagged.go:6", "a": "tagged.go:7", "glPair": "tagged.go:7"},
		gen.HookC:  {"hook_glClear": "core/hooks.c:1", "hook_glSplit": "core/hooks.c:5", "hook_glOff": "core/hooks_2.c:7", "hook_glHeader": "core/inline.h:1"},
	} {
		found, err := f.ownFunctions(kind)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for name, at := range found {
			got[name] = fmt.Sprint(at)
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, expected %v", kind, got, want)
		}
	}
}

// A function that the author has, in whatever file, gets no stub; one that was removed gets one when it is asked for.
func TestStubs(t *testing.T) {
	dir := madeWith(t)
	writeTree(t, dir, map[string]string{"mine_windows.go": "package main\n\nfunc glClear() {}\n", "core/own.c": "void hook_glFlush(void (*next)(void)) { next(); }\n",
		"hooks_2.go": "package main\n"})
	u := planned(t, UpdateRequest{Root: dir, Add: []string{"glClear", "glEnable", "c:glFlush", "c:glFinish"}})
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	u.Close()
	for path, want := range map[string][]string{"hooks_3.go": {"glEnable"}, "core/hooks.c": {"hook_glFinish"}} {
		found := map[string]Place{}
		read := goFunctions
		if path == "core/hooks.c" {
			read = cFunctions
		}
		if err := read(path, []byte(readText(t, dir, path)), found); err != nil || len(found) != len(want) {
			t.Errorf("%s has %v, %v", path, found, err)
		}
		for _, name := range want {
			if _, ok := found[name]; !ok {
				t.Errorf("%s has no %s", path, name)
			}
		}
	}
	writeTree(t, dir, map[string]string{"hooks_3.go": "package main\n"}) // glEnable is gone, and stays so
	if u := planned(t, UpdateRequest{Root: dir}); len(u.Changes) != 0 {
		t.Errorf("%v", u.Changes)
	} else {
		u.Close()
	}
	for _, c := range []struct{ name, want string }{{"glClear", "mine_windows.go:3 has it already"}, {"glDisable", "does not intercept it"}, {"glFlush", "core/own.c:1 has it already"}, {"a b", "does not intercept it"}} {
		wantRefused(t, dir, UpdateRequest{Stub: []string{c.name}}, c.want)
	}
	u = planned(t, UpdateRequest{Root: dir, Stub: []string{"glEnable"}})
	if len(u.Changes) != 2 || u.Changes[1].Path != "hooks_4.go" {
		t.Errorf("%v", u.Changes)
	}
}
