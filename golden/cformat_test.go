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

// A project in which the author writes C or C++ has a .clang-format, which formats no file of the project differently.
func TestClangFormat(t *testing.T) {
	for _, k := range cases() {
		if k.hashed && k.name != "cpp-all" {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			var sources []string
			formatted, authors := false, false
			for _, f := range k.render(t).Files {
				formatted = formatted || f.Path == ".clang-format"
				if isC(f.Path) {
					sources = append(sources, f.Path)
					authors = authors || f.Yours
				}
			}
			if formatted != authors {
				t.Fatalf(".clang-format written: %v; C of the author: %v", formatted, authors)
			}
			if !formatted {
				return
			}
			cmd := exec.Command("clang-format", append([]string{"--dry-run", "-Werror"}, sources...)...)
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
