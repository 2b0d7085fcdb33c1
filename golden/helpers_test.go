package golden

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// helpers writes a project whose hooks are the examples in the documentation of package gles.
func helpers(t *testing.T) string {
	t.Helper()
	k := kase{name: "helpers", request: request("active", "go", []string{"eglInitialize", "eglChooseConfig",
		"eglCreatePlatformWindowSurface", "eglMakeCurrent", "glCreateProgram", "glShaderSource", "glGetShaderInfoLog",
		"glObjectLabel", "glDeleteTextures", "glBufferData", "glDrawArrays", "glTexImage2D"}, "glGetString", "glObjectLabelKHR")}
	dir := k.write(t)
	for from, to := range map[string]string{"lists_test.go.txt": "gles/lists_test.go", "hooks.go.txt": "", "hooks_test.go.txt": "",
		"memory_test.go.txt": "", "frame_test.go.txt": "", "present_test.go.txt": ""} {
		text, err := os.ReadFile(filepath.Join("testdata", "helpers", from))
		if err != nil {
			t.Fatal(err)
		}
		if to == "" {
			to = strings.TrimSuffix(from, ".txt")
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The documented behavior of package gles for all arguments of apps and drivers, on many threads, with
// continuous garbage collection.
func TestHelpers(t *testing.T) {
	dir := helpers(t)
	vetAndTest(t, dir, ".", "./gles")
	goTool(t, dir, "test", "-vet=off", "-count=1", "-exec", "env GOGC=1", ".")
	if heavy {
		command(t, dir, "go", "test", "-race", "-count=1", ".", "./gles") // implies -d=checkptr
	}
}

// Each example in the documentation of package gles is in a hook that TestHelpers runs.
func TestHelpersExamples(t *testing.T) {
	dir := helpers(t)
	run, err := os.ReadFile(filepath.Join("testdata", "helpers", "hooks.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "gles", "zz_generated_*.go"))
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, path := range paths {
		for _, code := range codeIn(t, path) {
			examples++
			if !strings.Contains(flat(string(run)), flat(code)) {
				t.Errorf("%s: no hook of testdata/helpers runs this example:\n%s", filepath.Base(path), code)
			}
		}
	}
	if examples < 15 {
		t.Errorf("only %d examples were found", examples)
	}
}

// codeIn returns the code in the comments of a file's declarations.
func codeIn(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var code []string
	ast.Inspect(file, func(n ast.Node) bool {
		if group, ok := n.(*ast.CommentGroup); ok {
			for _, block := range new(comment.Parser).Parse(group.Text()).Content {
				if c, ok := block.(*comment.Code); ok {
					code = append(code, c.Text)
				}
			}
		}
		return true
	})
	return code
}

// flat removes the indentation of code.
func flat(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
