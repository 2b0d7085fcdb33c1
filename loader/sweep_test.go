//go:build linux

package loader

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A later run removes the directory of a killed run, but not one in use, nor one too young to judge.
func TestSweep(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", temp)
	h := host(t)
	newRun := func() *Run {
		r, err := h.NewRun("", Setup{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	dir := func(name string, age time.Duration, stats int) string {
		dir := filepath.Join(temp, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if stats != 0 {
			writeFile(t, filepath.Join(dir, fmt.Sprint("stats.", stats)), "", 0o600)
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(dir, then, then); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	running := newRun()
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(running.Dir, long, long); err != nil {
		t.Fatal(err)
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for dir, stays := range map[string]bool{
		dir("gleslayergen-run-left", time.Hour, 0):                              false,
		dir("gleslayergen-run-with-stats", time.Hour, ended.ProcessState.Pid()): false,
		dir("gleslayergen-run-young", 0, 0):                                     false,
		dir("gleslayergen-run-used", time.Hour, os.Getpid()):                    true,
		dir("another-folder", time.Hour, 0):                                     true,
		running.Dir:                                                             true,
	} {
		if err := newRun().Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(dir); (err == nil) != stays {
			t.Errorf("%s: stays is %v", filepath.Base(dir), err == nil)
		}
	}
	if err := running.Close(); err != nil {
		t.Fatal(err)
	}
}
