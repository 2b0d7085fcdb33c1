//go:build linux

package live_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// logOutput returns what a program writes to the log with some settings.
func logOutput(t *testing.T, settings ...string) string {
	t.Helper()
	cmd := exec.CommandContext(within(t), buildFaultProgram(t), "swaps")
	cmd.Env = mesa(append(settings, "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))...)
	printed, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	return string(printed)
}

// Android's properties debug.egl.debug_proc and debug.egl.trace select what a process writes.
func TestTraceProperties(t *testing.T) {
	const call = "eglSwapBuffers("
	for _, c := range []struct {
		word, process string
		logs          bool
	}{
		{"1", "", true}, {"1", "faul", true}, {"1", "other", false}, {"0", "", false}, {"systrace", "", false}, {"error", "faults", false},
	} {
		printed := logOutput(t, "DEBUG_EGL_TRACE="+c.word, "DEBUG_EGL_DEBUG_PROC="+c.process)
		if strings.Contains(printed, call) != c.logs {
			t.Errorf("debug.egl.trace %q, debug_proc %q: it says\n%s", c.word, c.process, printed)
		}
	}
	if printed := logOutput(t); strings.Contains(printed, call) {
		t.Errorf("the set log is on:\n%s", printed)
	}
	if printed := logOutput(t, "GLTRACE_SETS=log"); !strings.Contains(printed, call) {
		t.Errorf("the set log is off:\n%s", printed)
	}
}

// A process with another name is not recorded.
func TestProcessFilter(t *testing.T) {
	for name, want := range map[string]bool{"fau": true, "other": false} {
		path := filepath.Join(t.TempDir(), "a.gltrace")
		logOutput(t, "GLTRACE_START=1", "GLTRACE_FILE="+path, "GLTRACE_PROCESS="+name)
		info, err := os.Stat(path)
		if there := err == nil && info.Size() > 0; there != want {
			t.Errorf("process=%s: unexpected file: %v", name, there)
		}
	}
}
