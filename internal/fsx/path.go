package fsx

import (
	"path"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// MaxPathLength is the maximum number of bytes of a path below a project's directory. It leaves room for that directory's
// path.
const MaxPathLength = 240

var portable = lazyregexp.New(`^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`)

// IsPortablePath reports whether a slash-separated path is relative, clean and local (see [filepath.IsLocal]), and has only
// letters, digits and . _ - in its elements. Such a path is safe in locks, Makefiles and all file systems.
func IsPortablePath(name string) bool {
	return name != "." && portable.MatchString(name) && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name))
}

var reserved = lazyregexp.New(`(?i)^(con|prn|aux|nul|(com|lpt)[0-9])(\.|$)`)

// IsReservedName reports whether Windows reserves the name of a file or directory for a device, with any extension.
func IsReservedName(element string) bool { return reserved.MatchString(element) }
