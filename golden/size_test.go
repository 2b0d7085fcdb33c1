package golden

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// A new project with one hook stays small enough to read: this test limits the lines of its generated files.
func TestGeneratedLines(t *testing.T) {
	for template, c := range map[string]struct {
		request project.Request
		limit   int
	}{
		"go":  {request("passive", "go", []string{"eglChooseConfig"}), 5500},
		"c":   {inC(request("passive", "c", []string{"eglChooseConfig"})), 2700},
		"cpp": {cpp(request("passive", "c", []string{"eglChooseConfig"})), 4000},
	} {
		c.request.Config.Constants = project.ConstantsUsed
		lines := 0
		for _, f := range (kase{request: c.request}).render(t).Files {
			if strings.Contains(f.Path, "zz_generated_") {
				lines += bytes.Count(f.Content, []byte("\n"))
			}
		}
		if lines > c.limit {
			t.Errorf("%s: %d generated lines, at most %d expected", template, lines, c.limit)
		}
	}
}

// A project in C alone with one hook has at most 26 files and 3,500 lines, and none in Go.
func TestProjectInCIsSmall(t *testing.T) {
	for _, style := range []string{"passive", "active"} {
		k := kase{request: inC(request(style, "c", []string{"eglChooseConfig"}))}
		k.request.Config.Constants = project.ConstantsUsed
		paths := files(t, k.write(t))
		lines := 0
		for name, text := range paths {
			lines += bytes.Count(text, []byte("\n"))
			if path.Ext(name) == ".go" || path.Base(name) == "go.mod" {
				t.Errorf("%s: %s is a Go file", style, name)
			}
		}
		if len(paths) > 26 || lines > 3500 {
			t.Errorf("%s: %d files with %d lines, at most 26 and 3500 expected", style, len(paths), lines)
		}
	}
}
