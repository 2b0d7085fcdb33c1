//go:build unix

package pack

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a program run in a process group of its own, which ends with its context.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
