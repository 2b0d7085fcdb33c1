//go:build unix

package loader

import "syscall"

// isAlive reports whether a process with this ID may exist.
func isAlive(pid int) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }
