//go:build linux

package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The probe is read from the cache, and a missing compiler is an error.
func TestCompile(t *testing.T) {
	cache := cacheOfTests()
	program, err := compile(t.Context(), cache, []string{"cc"})
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compile(t.Context(), cache, []string{"cc"}); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(program); err != nil || !os.SameFile(before, after) {
		t.Errorf("compiled again (%v)", err)
	}
	if files, _ := os.ReadDir(filepath.Dir(program)); len(files) != 2 {
		t.Errorf("beside the probe: %v", files)
	}
	if _, err := compile(t.Context(), cache, []string{"no-such-compiler"}); err == nil || !strings.Contains(err.Error(), "no C compiler: no-such-compiler") {
		t.Error(err)
	}
	if _, err := compile(t.Context(), cache, []string{"cc"}, "-DPROBE_H"); err == nil || !strings.Contains(err.Error(), "error: ") {
		t.Error(err)
	}
}

// Started with --once, the probe removes itself; without a task it prints its usage.
func TestProbeRemovesItself(t *testing.T) {
	program, err := compile(t.Context(), cacheOfTests(), []string{"cc"})
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "probe")
	if err := os.WriteFile(copied, content, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), copied, "--once", "60", "nonsense:x").Output()
	if s := readProbeOutput(strings.NewReader(string(out))); err != nil || s.fault("nonsense:x") != "the driver ended the test process with exit status 2" {
		t.Errorf("%s %v", out, err)
	}
	if _, err := os.Stat(copied); err == nil {
		t.Error("it is still there")
	}
	if err := exec.CommandContext(t.Context(), program).Run(); err == nil {
		t.Error("it takes no tasks for well")
	}
}
