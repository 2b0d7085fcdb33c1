//go:build heavy

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestOldProjectsBuild builds projects of older versions after an update, with their own Makefiles, and runs their tests.
func TestOldProjectsBuild(t *testing.T) {
	t.Parallel()
	tool := filepath.Join(bin, "gleslayergen")
	for archive := range archives(t) {
		t.Run(filepath.Base(archive), func(t *testing.T) {
			dir, _ := updatedProject(t, archive)
			for _, args := range [][]string{{tool, "build"}, {"make", "test"}, {tool, "vet"}} {
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%q: %v\n%s", args, err, out)
				}
			}
		})
	}
}
