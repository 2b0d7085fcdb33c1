//go:build !linux

package pack

import "os"

// ownProgram returns the path of the executable, which can have been replaced since the start.
func ownProgram() (string, error) { return os.Executable() }
