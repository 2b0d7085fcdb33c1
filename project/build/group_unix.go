//go:build unix

package build

import (
	"os/exec"
	"syscall"
	"time"
)

// RunGroup runs a command in a process group of its own and kills the group when the context ends. The go
// command does not stop the compilers that it has started.
func RunGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cancelled := false
	cmd.Cancel = func() error {
		cancelled = true
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	}
	err := cmd.Run()
	for i := 0; cancelled && i < 200 && syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) == nil; i++ {
		time.Sleep(10 * time.Millisecond) // until the last process has exited and writes no more files
	}
	return err
}
