package vet

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const clearHook = `package main

import "example.com/layer/gles"

func glClear(next gles.GLClearFunc, mask gles.GLbitfield) {
	if mask == 0 {
		return
	}
	next(mask)
}

func onInitialize(*gles.Layer) {}
`

const clearFinding = "hooks.go:7:3: glClear can return here without calling \"next\"; the app's call does not reach the driver; " +
	"call \"next\", or write the comment //gleslayer:ok next REASON [vet-next]"

func TestFindings(t *testing.T) {
	root := create(t, "glClear")
	write(t, clearHook, root, "hooks.go")
	write(t, "package notes\n\nimport \"os\"\n\nvar Level = os.Getenv(\"LEVEL\")\n", root, "internal", "notes", "notes.go")
	write(t, "package notes\n\nimport \"os\"\n\nvar test = os.Getenv(\"LEVEL\")\n", root, "internal", "notes", "notes_test.go")
	write(t, "package notes\n\nimport \"os\"\n\nvar made = os.Getenv(\"LEVEL\")\n", root, "internal", "notes", "zz_generated_notes.go")
	want := []string{
		clearFinding,
		"internal/notes/notes.go:5:13: os.Getenv: Go sees an empty environment on Android; read the setting with gles.Setting [vet-environ]",
	}
	if got := findings(t, root); !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Files for Android only are analyzed when GOOS=android; no NDK is needed.
func TestOtherSystem(t *testing.T) {
	root := create(t, "glClear")
	write(t, "package main\n\nimport _ \"os/exec\"\n", root, "more_android.go")
	write(t, "package droid\n", root, "internal", "droid", "droid_android.go")
	checkClean(t, root)
	t.Setenv("GOOS", "android")
	t.Setenv("GOARCH", "arm64")
	if got := findings(t, root); len(got) != 1 || !strings.HasPrefix(got[0], "more_android.go:3:8: os/exec: ") {
		t.Errorf("found %q", got)
	}
}

// Go alone is enough: package core, which is in C, is not compiled.
func TestWithoutCompiler(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	root := create(t, "glClear")
	write(t, clearHook, root, "hooks.go")
	t.Setenv("PATH", filepath.Dir(goTool))
	t.Setenv("CC", filepath.Join(root, "none"))
	t.Setenv("CXX", filepath.Join(root, "none"))
	if got := findings(t, root); !slices.Equal(got, []string{clearFinding}) {
		t.Errorf("found %q", got)
	}
}

func TestBrokenProjects(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"syntax":  {"hooks.go", "package main\n\nfunc {\n", "hooks.go:3:6: "},
		"types":   {"more.go", "package main\n\nvar a int = \"a\"\n", "more.go:3:13: cannot use \"a\""},
		"gone":    {"hooks.go", "package main\n", "undefined: glClear; zz_generated_hooks.go:"},
		"unknown": {"more.go", "package main\n\nimport _ \"example.com/none\"\n", "more.go:3:10: could not import example.com/none (cannot find module providing package example.com/none"},
		"within":  {"sub/sub.go", "package sub\n\nvar a = b\n", "sub/sub.go:3:9: undefined: b"},
		"names":   {"more.go", "package other\n", "found packages main (hooks.go) and other (more.go)"},
		"go.mod":  {"go.mod", "module ?\n", "malformed module path"},
		"many":    {"more.go", "package main\n\nvar a, b, c, d, e = f, g, h, i, j\n", "undefined: h; and 2 more"},
	} {
		t.Run(name, func(t *testing.T) {
			root := create(t, "glClear")
			write(t, c.text, root, filepath.FromSlash(c.file))
			found, err := Run(t.Context(), root)
			if err == nil || !strings.Contains(filepath.ToSlash(err.Error()), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("found %v, error %v", found, err)
			}
			if hinted := new(LoadError); !errors.As(err, &hinted) || hinted.Hint() == "" {
				t.Errorf("%T has no hint", err)
			}
		})
	}
}

// An error that is not the project's fault also has a hint and keeps its cause.
func TestFailures(t *testing.T) {
	cause := errors.New("out of order")
	for _, err := range []error{goError(cause), checkError(cause)} {
		if f := new(failure); !errors.As(err, &f) || f.Hint() == "" || !errors.Is(err, cause) {
			t.Errorf("%v has no hint, or no cause", err)
		}
	}
}

func TestNoGo(t *testing.T) {
	root := create(t, "glClear")
	t.Setenv("PATH", root)
	_, err := Run(t.Context(), root)
	if missing := new(LoadError); !errors.As(err, &missing) || !missing.NoGo {
		t.Errorf("error %v", err)
	}
}

// Run neither fetches nor writes anything: go.mod stays unchanged.
func TestProjectIsLeftAlone(t *testing.T) {
	root := create(t, "glClear")
	write(t, "package main\n\nimport _ \"example.com/none\"\n", root, "more.go")
	before, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "http://127.0.0.1:1")
	t.Setenv("GOFLAGS", "-mod=mod")
	if _, err := Run(t.Context(), root); err == nil || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("unexpected error: %v", err)
	}
	after, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || string(after) != string(before) {
		t.Errorf("go.mod changed to\n%s%v", after, err)
	}
	if _, err := os.Stat(filepath.Join(root, "go.sum")); err == nil {
		t.Error("go.sum was created")
	}
}
