//go:build unix

package pack

import (
	"os/exec"
	"syscall"
)

// ownGroup starts a program in a process group of its own, which is killed when the context ends.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
