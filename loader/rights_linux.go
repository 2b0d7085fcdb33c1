package loader

import "syscall"

// hasCapabilities says whether a program has rights beyond its user's by its file.
func hasCapabilities(path string) bool {
	size, err := syscall.Getxattr(path, "security.capability", nil)
	return err == nil && size > 0
}
