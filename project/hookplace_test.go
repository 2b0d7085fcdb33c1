package project

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func sourceFS(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func listPlaces(m map[string]HookPlace) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		words = append(words, name+" "+m[name].String())
	}
	return strings.Join(words, ", ")
}

func TestFindHooks(t *testing.T) {
	h, err := FindHooks(sourceFS(map[string]string{
		"hooks.go":             "package main\n\n// glClear is a comment.\nfunc glClear(next int) {}\n\ntype t int\n\nfunc (t) glFlush() {}\n",
		"more_linux.go":        "//go:build linux\n\npackage main\n\nvar glFinish, glFlush = f(\n\t1), g\n\nconst glHint = 1\n\nfunc glClear() {}\n",
		"broken.go":            "package main\n\nfunc glEnable() {}\n\nfunc glDisable( {\n",
		"nothing.go":           "",
		"hooks_test.go":        "package main\nfunc glFogf() {}\n",
		"zz_generated_x.go":    "package main\nfunc glFogx() {}\n",
		"sub/other.go":         "package other\nfunc glFogxv() {}\n",
		"core/hooks.c":         "// hook_glA() {\n/* hook_glB() {\n */ void hook_glClear(next_glClear next, int a,\n    int b)\n{\n}\nvoid hook_glOnly(int);\nint x = 'a';char *s = \"hook_glC() {\";\nvoid hook_glD(void (*f)(int)) { hook_glE(1); }\n",
		"core/hooks_more.cc":   "extern \"C\" void hook_glF(void) {}\n",
		"core/zz_generated.c":  "",
		"core/zz_generated_.c": "void hook_glG(void) {}\n",
		"core/hooks.txt":       "void hook_glH(void) {}\n",
		"core/odd.c":           "\"\nvoid hook_glI(void) {} /*",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := listPlaces(h.Go), "glClear hooks.go:4, glDisable broken.go:5, glEnable broken.go:3, glFinish more_linux.go:5, glFlush more_linux.go:5"; got != want {
		t.Errorf("Go: %s\nwant %s", got, want)
	}
	if got, want := listPlaces(h.C), "glClear core/hooks.c:3, glD core/hooks.c:9, glF core/hooks_more.cc:1, glI core/odd.c:2"; got != want {
		t.Errorf("C: %s\nwant %s", got, want)
	}
	if len(h.Faults) != 1 || h.Faults[0].Pos.Filename != "broken.go" || h.Faults[0].Pos.Line != 5 {
		t.Errorf("%v", h.Faults)
	}
}

// Hooks are found in every place that Go and C allow, and nowhere else.
func TestFindHooksAnywhere(t *testing.T) {
	h, err := FindHooks(sourceFS(map[string]string{
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
		"core/call.c":        "int x = hook_glCall((1), hook_glInner()) ? 1 : 0;\nvoid f(void) { if (hook_glWhile(hook_glDeep(2))) { } }\nchar *t = \"a\\\n\\\" void hook_glText(void) {}\";\n",
	}))
	if err != nil || len(h.Faults) > 0 {
		t.Fatal(err, h)
	}
	if got, want := listPlaces(h.Go), "a tagged.go:7, glClear hooks.go:3, glOther only_windows.go:5, glPair tagged.go:7, glValue tagged.go:6"; got != want {
		t.Errorf("Go: %s\nwant %s", got, want)
	}
	if got, want := listPlaces(h.C), "glClear core/hooks.c:1, glHeader core/inline.h:1, glOff core/hooks_2.c:7, glSplit core/hooks.c:5"; got != want {
		t.Errorf("C: %s\nwant %s", got, want)
	}
}

// Projects without Go have hooks in src/. In C++, hooks are in a namespace, and may be mixed with code that C
// does not have.
func TestFindHooksInSrc(t *testing.T) {
	h, err := FindHooks(sourceFS(map[string]string{
		"src/hooks.cpp":          "#include \"x.hpp\"\n\nvoid hooks::initialize() {}\n\nvoid hooks::glClear(layer::Next<next_glClear> next,\n    GLbitfield mask) noexcept\n{\n    hooks::glCalled(1);\n}\n",
		"src/hooks_2.cpp":        "const char *shader = R\"glsl(\nvoid hooks::glRaw() { \" /*\n)glsl\";\nvoid hooks :: glFlush(N n) { auto f = [&](int) { hooks::glInner(1'000); }; }\nGLenum hooks::glDeclared(N next);\n",
		"src/more.hpp":           "inline void hooks::glHeader(N) {}\n",
		"src/own.c":              "void hook_glFinish(next_glFinish next) {\n    next();\n}\n",
		"src/zz_generated_x.cpp": "void hooks::glGenerated(N) {}\n",
		"test/hooks_test.cpp":    "void hooks::glTest(N) {}\n",
		"layer/own.cpp":          "void hooks::glOther(N) {}\n",
	}))
	if err != nil || len(h.Go)+len(h.Faults) > 0 {
		t.Fatal(err, h)
	}
	if got, want := listPlaces(h.C), "glClear src/hooks.cpp:5, glFinish src/own.c:1, glFlush src/hooks_2.cpp:4, glHeader src/more.hpp:1, initialize src/hooks.cpp:3"; got != want {
		t.Errorf("src: %s\nwant %s", got, want)
	}
}

func TestFindHooksNone(t *testing.T) {
	if h, err := FindHooks(fstest.MapFS{}); err != nil || len(h.Go)+len(h.C) > 0 {
		t.Errorf("%v %v", h, err)
	}
}

// FuzzFindHooks checks that the returned positions are within the text.
func FuzzFindHooks(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		h, err := FindHooks(sourceFS(map[string]string{"a.go": text, "core/a.c": text}))
		if err != nil {
			t.Fatal(err)
		}
		for _, places := range []map[string]HookPlace{h.Go, h.C} {
			for name, at := range places {
				if name == "" || at.Line < 1 || at.Line > 1+strings.Count(text, "\n") {
					t.Errorf("%q at %v", name, at)
				}
			}
		}
	})
}

func TestFindHookPackage(t *testing.T) {
	root := sourceFS(map[string]string{
		"mine/a.go":              "package mine\n\nfunc GLClear() {}\n\nfunc (t) GLFlush() {}\n\nvar GLFinish = f\n",
		"mine/b_windows.go":      "//go:build never\n\npackage mine\n\nfunc GLHint() {}\n\nfunc GLClear() {}\n",
		"mine/tool.go":           "//go:build ignore\n\npackage main\n\nfunc GLTool() {}\n",
		"mine/a_test.go":         "package mine_test\n\nfunc GLTest() {}\n",
		"mine/zz_generated_a.go": "package mine\n\nfunc GLGenerated() {}\n",
		"two/a.go":               "package a\n\nfunc GLA() {}\n",
		"two/b.go":               "\npackage b\n\nfunc GLB() {}\n",
		"bad/a.go":               "package a\n\nfunc GLA() {}\n\nfunc GLB {\n",
	})
	p, err := FindHookPackage(root, "mine")
	if got, want := listPlaces(p.Functions), "GLClear mine/a.go:3, GLHint mine/b_windows.go:5"; err != nil || p.Name != "mine" || len(p.Faults) > 0 || got != want {
		t.Errorf("%s %v %v %v", got, p.Name, p.Faults, err)
	}
	for dir, want := range map[string]string{"two": "two/b.go:2:9: the file is in package b, but two/a.go is in package a", "bad": "bad/a.go:5:10: expected '(', found '{'"} {
		if p, err := FindHookPackage(root, dir); err != nil || len(p.Faults) != 1 || p.Faults[0].Error() != want {
			t.Errorf("%s: %v %v", dir, p.Faults, err)
		}
	}
	if p, err := FindHookPackage(root, "none"); err != nil || p.Name != "" {
		t.Errorf("%+v %v", p, err)
	}
}
