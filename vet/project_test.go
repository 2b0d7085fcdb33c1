package vet

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// create makes a project that intercepts functions with Go hooks and uses glGetError.
func create(t *testing.T, intercept ...string) string {
	t.Helper()
	q := project.Request{Module: "example.com/layer", Tool: "vet", Dir: filepath.Join(t.TempDir(), "layer"),
		Config: project.Config{Name: "layer", Init: "active", API: "egl=1.5,gles2=3.2", Extensions: "all", Template: "go",
			Use: []string{"glGetError", "glGetShaderiv", "glGetString", "glObjectLabelKHR"}}}
	for _, pattern := range intercept {
		q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: pattern, Hooks: "go"})
	}
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return q.Dir
}

func write(t *testing.T, text string, path ...string) {
	t.Helper()
	at := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// findings returns the findings of the project at root, formatted as gleslayergen vet prints them, with paths
// relative to root.
func findings(t *testing.T, root string) []string {
	t.Helper()
	found, err := Run(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range found {
		path, err := filepath.Rel(root, f.File)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s [%s]", filepath.ToSlash(path), f.Line, f.Column, f.Message, f.ID))
	}
	return lines
}

func checkClean(t *testing.T, root string) {
	t.Helper()
	for _, line := range findings(t, root) {
		t.Error(line)
	}
}

func TestExamplesAreClean(t *testing.T) {
	for _, name := range []string{"passive", "active"} {
		root, err := filepath.Abs("../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		checkClean(t, root)
	}
}

// Generated hooks call next.
func TestNewProjectsAreClean(t *testing.T) {
	for _, pattern := range []string{"eglChooseConfig", "@gles3.2,@egl1.5", "@GL_KHR_debug"} {
		checkClean(t, create(t, strings.Split(pattern, ",")...))
	}
}

// The examples in the documents about hooks have no findings.
func TestDocumentedHooksAreClean(t *testing.T) {
	var text []byte
	for _, page := range []string{"hooks", "helpers", "modules", "hook-sets", "hooks-c", "hooks-tests"} {
		part, err := os.ReadFile("../docs/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	source := "package main\n\nimport (\n\"fmt\"\n\"strings\"\n\"sync\"\n\"sync/atomic\"\n\n\"example.com/layer/gles\"\n)\n"
	for _, block := range regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(block[1], "func Test") {
			source += "\n" + block[1]
		}
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^func (\w+)\(next gles\.`).FindAllStringSubmatch(source, -1) {
		names = append(names, m[1])
	}
	if len(names) < 10 {
		t.Fatalf("%d hooks found", len(names))
	}
	root := create(t, names...)
	write(t, source, root, "hooks.go")
	checkClean(t, root)
}

// Complex but correct hooks, and the hooks of other tests in this repository, have no findings.
func TestWrittenHooksAreClean(t *testing.T) {
	for name, c := range map[string]struct {
		module    string // the import path that the hooks use
		files     map[string]string
		intercept []string
	}{
		"authors'": {"example.com/layer", map[string]string{"testdata/hooks/hooks.go.txt": "hooks.go", "testdata/hooks/tracker/tracker.go.txt": "tracker/tracker.go"},
			[]string{"glShaderSource", "glTexImage2D", "eglSwapBuffers", "glGetString", "glDebugMessageCallback", "glBufferData", "glMapBufferRange",
				"glGetIntegerv", "eglGetProcAddress", "glDeleteTextures", "glReadPixels", "glVertexAttribPointer", "eglCreateContext", "glDrawElements",
				"glGetShaderInfoLog"}},
		"behavior": {"gleslayer", map[string]string{"../golden/testdata/behavior/hooks.go.txt": "hooks.go"},
			[]string{"glClear", "glCreateProgram", "glShaderSource"}},
		"stress": {"gleslayer", map[string]string{"../golden/testdata/stress/hooks.go.txt": "hooks.go"},
			[]string{"eglCreatePbufferSurface", "eglSwapBuffers", "eglTerminate", "glClear", "glCreateProgram", "glReadPixels", "glShaderSource", "glUniform4f"}},
		"helpers": {"gleslayer", map[string]string{"../golden/testdata/helpers/hooks.go.txt": "hooks.go"},
			[]string{"eglInitialize", "eglChooseConfig", "eglCreatePlatformWindowSurface", "eglMakeCurrent", "glCreateProgram", "glShaderSource",
				"glGetShaderInfoLog", "glObjectLabel", "glDeleteTextures", "glBufferData", "glDrawArrays", "glTexImage2D"}},
	} {
		t.Run(name, func(t *testing.T) {
			root := create(t, c.intercept...)
			for from, to := range c.files {
				text, err := os.ReadFile(filepath.FromSlash(from))
				if err != nil {
					t.Fatal(err)
				}
				write(t, strings.ReplaceAll(string(text), `"`+c.module+`/`, `"example.com/layer/`), root, filepath.FromSlash(to))
			}
			checkClean(t, root)
		})
	}
}
