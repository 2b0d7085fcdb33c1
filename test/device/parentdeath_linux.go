package device

import "syscall"

// killWithParent makes the kernel kill a process when this process ends: a test that is killed by its timeout
// runs no cleanup.
func killWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
