// Package safepath knows which names of files are safe wherever they get: in locks, Makefiles, and file systems of every kind.
package safepath

import (
	"path"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// MaxLength is the most bytes of a path below a project's folder; it leaves room for that folder.
const MaxLength = 240

var form = lazyregexp.New(`^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`)

// IsInside reports whether a path, with slashes, leads to a place below the folder it is seen from, in its shortest form, and has
// only letters, digits, and . _ - in its elements.
func IsInside(name string) bool {
	return name != "." && form.MatchString(name) && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name))
}

var device = lazyregexp.New(`(?i)^(con|prn|aux|nul|(com|lpt)[0-9])(\.|$)`)

// IsDevice reports whether Windows does not let a file or folder have a name, whatever stands behind a dot.
func IsDevice(element string) bool { return device.MatchString(element) }
