package golden

import (
	"bytes"
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
