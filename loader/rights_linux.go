package loader

import "syscall"

// hasCapabilities reports whether the program file has capabilities.
func hasCapabilities(path string) bool {
	size, err := syscall.Getxattr(path, "security.capability", nil)
	return err == nil && size > 0
}
