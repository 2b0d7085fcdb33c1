//go:build linux

package loader

import "path/filepath"

// Scratch is the folder of TestMain for the tests outside of the package too, by the name that the loader finds for it.
func Scratch() string {
	resolved, err := filepath.EvalSymlinks(scratch)
	if err != nil {
		panic(err)
	}
	return resolved
}
