package gen

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// What a recorder needs is in the registry, and its C uses it.
func TestRecordNeeds(t *testing.T) {
	paths, err := filepath.Glob("../templates/trace/trace/*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no templates", err)
	}
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for name, how := range recordNeeds() {
		if _, ok := registry.Builtin().Command(name); !ok {
			t.Errorf("record_needs.tsv: no command %s", name)
		}
		if uses := regexp.MustCompile(`\b(below|record)_` + name + `\b`); how == needCall && !uses.MatchString(all.String()) {
			t.Errorf("record_needs.tsv: nothing calls %s", name)
		}
	}
}

// Every question of the state has its number.
func TestSnapshotTable(t *testing.T) {
	p := everything(t, HookNone)
	for _, kind := range snapshotKinds() {
		if list, err := p.snapshot(kind); err != nil || len(list) == 0 {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
