package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// The recorder calls the code of each command that changes its state.
func TestTrackedCallsAreRecorded(t *testing.T) {
	p, err := New(registry.Builtin(), Input{Name: "recorder", Active: true, Rules: ParseRules("@all", HookRecord), Scope: registry.FullScope()})
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, c := range p.Commands {
		if len(p.tracked.Steps(c)) == 0 {
			continue
		}
		commands = append(commands, c.Name)
		code := p.recorder.Recording(c.Name).Actions.After
		call := "trace_track_" + c.Name + "("
		if len(code) == 0 || !strings.HasPrefix(string(code[0]), call) {
			t.Errorf("%s: %v, not %s...", c.Name, code, call)
		}
	}
	want := []string{"glBindBuffer", "glBindBufferBase", "glBindBufferRange", "glDisable", "glEnable", "glPixelStorei"}
	if slices.Sort(commands); !slices.Equal(commands, want) {
		t.Errorf("%v change the state, not %v", commands, want)
	}
}

// A deleted buffer has none of the bindings that the recorder tracks.
func TestTrackedBindingsEnd(t *testing.T) {
	ended := map[string]bool{}
	for _, row := range table.Rows("unbind.tsv", registry.StateTable("unbind.tsv"), 3) {
		ended[row[0]+" "+strings.ReplaceAll(row[1], "@vertex array", "{@vertex array}")] = true
	}
	for _, c := range recorderCells(registry.Builtin()) {
		parent, _, _ := strings.Cut(c.path, "/GL_")
		if c.class != "-" && !ended[c.class+" "+c.path] && !ended[c.class+" "+parent+"/*"] {
			t.Errorf("unbind.tsv has no row for %s", c.path)
		}
		if (c.class == "-") != (c.Target == "") {
			t.Errorf("%s: class %s, target %s", c.Name, c.class, c.Target)
		}
	}
}
