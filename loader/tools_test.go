//go:build linux

package loader_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/loader"
)

const limit = 10 * time.Minute // for each process

// tool fails the test if a program is missing, instead of skipping it.
func tool(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is not installed: run make deps", name)
	}
}

// A result is the outcome of a process.
type result struct {
	stdout, stderr string
	status         *os.ProcessState
}

// run ends the process and its children after a time limit.
func run(cmd *exec.Cmd) (result, error) {
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &msg, limit // for children that end after it
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return result{}, err
	}
	timer := time.AfterFunc(limit, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer timer.Stop()
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = nil
	}
	return result{out.String(), msg.String(), cmd.ProcessState}, err
}

func mustRun(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	r, err := run(cmd)
	if err != nil {
		t.Fatalf("%v: %v (run make deps?)", cmd.Args, err)
	}
	if !r.status.Success() {
		t.Fatalf("%v: %v\n%s%s", cmd.Args, r.status, r.stdout, r.stderr)
	}
	return r
}

// compile makes out from a C file of testdata, with warnings as errors.
func compile(t *testing.T, cc, source, out string, flags ...string) string {
	t.Helper()
	tool(t, cc)
	args := []string{"-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-o", out, filepath.Join("testdata", source)}
	mustRun(t, exec.Command(cc, append(args, flags...)...))
	return out
}

var buildHost = sync.OnceValues(func() (*loader.Host, error) {
	ctx, cancel := buildContext()
	defer cancel()
	return loader.Prepare(ctx, loader.Options{Cache: filepath.Join(loader.Scratch(), "cache"), DriverDir: glesdriver.Dir()})
})
