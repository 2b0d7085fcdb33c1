//go:build linux

package loader_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
)

// Layers that are attached late are loaded once, even if several threads call EGL at that moment (rule 4.3).
func TestLateOnce(t *testing.T) {
	s := theFixture(t)
	program := compile(t, "cc", "late.c", filepath.Join(t.TempDir(), "late"), "-pthread", filepath.Join(s.driver, "libEGL.so.1"))
	for range 8 {
		log := filepath.Join(t.TempDir(), "log")
		r, err := s.host.NewRun("", loader.Setup{Path: s.layers, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		cmd := r.Command(t.Context(), program, "A.so")
		cmd.Env = append(cmd.Env, "TRANSCRIPT="+log, "DRIVER="+s.driver, "FAKE_KNOWS=glTest*")
		mustRun(t, cmd)
		output, err := os.ReadFile(log)
		if r.Close(); err != nil {
			t.Fatal(err)
		}
		for _, step := range []string{"D loader: latched 1 layers", "D loader: initialize "} {
			if n := strings.Count(string(output), step); n != 1 {
				t.Errorf("%q stands %d times in the log", step, n)
			}
		}
	}
}
