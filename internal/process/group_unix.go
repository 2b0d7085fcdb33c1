//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// OwnGroup makes a program run in a process group of its own, which is killed when its context ends.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// EndGroup kills what a program that has ended left in its group.
func EndGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // there is often nothing left
	}
}
