// Package filekind says in words what stands where a file was meant.
package filekind

import "io/fs"

// Of is what a mode is of.
func Of(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeNamedPipe != 0:
		return "pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	}
	return "thing of another kind"
}
