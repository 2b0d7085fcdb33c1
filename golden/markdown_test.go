package golden

import (
	"path/filepath"
	"strings"
	"testing"
)

// Every heading in a project's own documents is on its own line after an empty line. Otherwise it would be
// part of the paragraph.
func TestHeadingsStandAlone(t *testing.T) {
	headings := 0
	for _, k := range cases() {
		for _, f := range k.render(t).Files {
			if filepath.Ext(f.Path) != ".md" {
				continue
			}
			lines := strings.Split(string(f.Content), "\n")
			for i, line := range lines {
				if at := strings.Index(line, "## "); at > 0 || at == 0 && lines[i-1] != "" {
					t.Errorf("%s: %s:%d: a heading that hangs on a paragraph: %q", k.name, f.Path, i+1, line)
				}
				headings += strings.Count(line, "## ")
			}
		}
	}
	if headings == 0 {
		t.Error("no heading was found")
	}
}
