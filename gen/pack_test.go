package gen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/templates"
)

// The error for an unknown condition lists the known ones; so does the error for an unknown module after
// "sets:".
func TestCompleteConditions(t *testing.T) {
	for when, want := range map[string]string{
		"raining":       `when "raining": unknown condition; the conditions are active, c, go, observe, passive, reads, runtime, sets, use, vscode, sets:NAME,...`,
		"sets:log,logs": `when "sets:log,logs": unknown condition; the conditions are sets:NAME,... with one or more of the modules ` + modules.All[0].Name + ", ",
		"sets:":         `when "sets:": unknown condition; the conditions are sets:NAME,... with one or more of the modules `,
		"sets:log":      "",
	} {
		dir := t.TempDir()
		text := "name: a\nversion: '1'\nmodel: 1\nhooks: [none]\nfiles:\n- {path: zz_generated_a, emit: c.core, when: '" + when + "'}\n"
		if err := os.WriteFile(filepath.Join(dir, "pack.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := loadPack(dir); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

// loadPack reads a pack and completes it, as package pack does.
func loadPack(where string) (*templates.Pack, error) {
	pack, err := templates.Load(where)
	if err != nil {
		return nil, err
	}
	return pack, Complete(pack)
}
