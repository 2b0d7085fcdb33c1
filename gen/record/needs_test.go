package record_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/registry"
)

// TestNeeds checks that the registry has every command that a recorder needs, and that the recorder's C code calls it.
func TestNeeds(t *testing.T) {
	paths, err := filepath.Glob("../../templates/trace/trace/*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no templates", err)
	}
	paths = append(paths, "../../templates/core/zz_generated_contexts.c")
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for name, need := range record.Needs() {
		if _, ok := registry.Builtin().Command(name); !ok {
			t.Errorf("needs.tsv: no command %s", name)
		}
		if uses := regexp.MustCompile(`\b(below|record)_` + name + `\b`); need == record.NeedCall && !uses.MatchString(all.String()) {
			t.Errorf("needs.tsv: the recorder does not call %s", name)
		}
	}
}
