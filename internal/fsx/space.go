//go:build linux || darwin

package fsx

import "syscall"

// FreeSpace returns the number of bytes that this process can write below a directory.
func FreeSpace(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
