//go:build !unix

package loader

// isAlive cannot be told here, where nothing is run.
func isAlive(int) bool { return true }
