package device

import "syscall"

// endsWithUs ends a process when this one does, however it ends: a test that takes too long cleans nothing up.
func endsWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
