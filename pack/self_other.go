//go:build !linux

package pack

import "os"

// ownProgram is the path that this program was started by, which may be another's by now.
func ownProgram() (string, error) { return os.Executable() }
