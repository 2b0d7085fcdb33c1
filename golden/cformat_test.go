package golden

import (
	"bytes"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// columns is the limit of the lines of generated C, as in the template packs.
const columns = 110

// Lines of generated C and C++ are at most columns long.
func TestCLines(t *testing.T) {
	for _, k := range cases() {
		for _, f := range k.render(t).Files {
			if !isC(f.Path) {
				continue
			}
			for i, line := range bytes.Split(f.Content, []byte("\n")) {
				if len(line) > columns {
					t.Errorf("%s: %s:%d: %d columns, at most %d expected: %s", k.name, f.Path, i+1, len(line), columns, line)
				}
			}
		}
	}
}

// The .clang-format of a project formats none of its files differently.
func TestClangFormat(t *testing.T) {
	for _, k := range cases() {
		if k.hashed && k.name != "cpp-all" {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			var sources []string
			for _, f := range k.render(t).Files {
				if isC(f.Path) {
					sources = append(sources, f.Path)
				}
			}
			cmd := exec.Command("clang-format", append([]string{"--dry-run", "-Werror", "--style=file", "--fallback-style=none"}, sources...)...)
			cmd.Dir = k.write(t)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("clang-format in %s: %v\n%s", filepath.Base(cmd.Dir), err, out)
			}
		})
	}
}

func isC(name string) bool {
	return slices.Contains([]string{".c", ".h", ".cpp", ".hpp"}, path.Ext(name))
}
