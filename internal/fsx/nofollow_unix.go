//go:build unix && !linux

package fsx

import "syscall"

// noFollow makes open fail for anything but a directory, and for symbolic links.
const noFollow = syscall.O_DIRECTORY | syscall.O_NOFOLLOW
