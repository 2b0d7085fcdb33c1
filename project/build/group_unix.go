//go:build unix

package build

import (
	"os/exec"
	"syscall"
	"time"
)

// RunGroup runs a program in a process group of its own, and ends the whole group when its context ends: the
// Go tool leaves the compilers that it has started behind.
func RunGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cancelled := false
	cmd.Cancel = func() error {
		cancelled = true
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	}
	err := cmd.Run()
	for i := 0; cancelled && i < 200 && syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) == nil; i++ {
		time.Sleep(10 * time.Millisecond) // until the last has gone, and writes no more files
	}
	return err
}
