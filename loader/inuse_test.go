//go:build linux

package loader

import "path/filepath"

// Scratch returns the temporary directory of TestMain, for tests outside the package, by the name that the
// loader resolves it to.
func Scratch() string {
	resolved, err := filepath.EvalSymlinks(scratch)
	if err != nil {
		panic(err)
	}
	return resolved
}
