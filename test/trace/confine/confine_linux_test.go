//go:build amd64 || arm64

package confine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sources are those of the player.
const sources = "../../../templates/replay/play"

// build compiles the test program.
func build(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "confine")
	cmd := exec.CommandContext(t.Context(), "cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-I", sources, "-o", out, "testdata/confine.c",
		filepath.Join(sources, "zz_generated_play_confine.c"), filepath.Join(sources, "zz_generated_play_landlock.c"), "-lEGL", "-lGLESv2")
	if printed, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	return out
}

// A confined process is refused all that its rules forbid, also in threads that exist already. It still reads files, writes to open
// ones, and draws with Mesa, which starts threads and compiles.
func TestConfine(t *testing.T) {
	program := build(t)
	for what, want := range map[string]string{"calls": "left ", "windows": "left ", "threads": "", "draw": "drawn by "} {
		t.Run(what, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), program, what)
			cmd.Dir = t.TempDir()
			cmd.Env = append(os.Environ(), "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "HOME="+cmd.Dir)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), want) {
				t.Fatalf("%v\n%s", err, out)
			}
			t.Logf("%s", out)
			if left, _ := filepath.Glob(filepath.Join(cmd.Dir, "new*")); len(left) > 0 {
				t.Errorf("new files: %q", left)
			}
		})
	}
}
