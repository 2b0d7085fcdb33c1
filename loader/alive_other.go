//go:build !unix

package loader

// isAlive always reports true: this system cannot run layers.
func isAlive(int) bool { return true }
