//go:build unix

package templates

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Load does not block on a named pipe in place of a pack or of one of its files.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": head + "- {path: zz_generated_a, template: t}\n"})
	for _, name := range []string{"pipe", "t"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(filepath.Join(dir, "pipe"))
	wantError(t, p, err, "neither a directory nor a regular file")
	p, err = Load(dir)
	wantError(t, p, err, "template t: not a regular file")
}
