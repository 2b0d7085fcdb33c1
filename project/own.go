package project

import (
	"fmt"
	pathpkg "path"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/templates"
)

// generatedPrefix is the prefix of the names of all generated files, and of no other file.
const generatedPrefix = templates.GeneratedPrefix

// maxFile is the maximum size of a file in bytes. The largest generated file, with every command, has 2 MB.
const maxFile = 32 << 20

// checkPath returns an error for an invalid path of a file in a lock. The lock is untrusted input.
func checkPath(path, class string) error {
	switch {
	case len(path) > fsx.MaxPathLength:
		return fmt.Errorf("path %.80q... is longer than %d bytes", path, fsx.MaxPathLength)
	case !fsx.IsPortablePath(path):
		return fmt.Errorf("the path %q must be relative and inside the project, and contain only letters, digits and the characters / . _ -", path)
	case strings.EqualFold(strings.Split(path, "/")[0], ".git"):
		return fmt.Errorf("%q is a file of Git", path)
	case class == classGenerated && !isGenerated(path):
		return fmt.Errorf("%q has the class \"generated\", but its file name does not begin with %s", path, generatedPrefix)
	case class == classYours && isGenerated(path):
		return fmt.Errorf("%q has the class \"yours\", but its file name begins with %s", path, generatedPrefix)
	case class != classGenerated && class != classYours:
		return fmt.Errorf("class %q: must be %q or %q", class, classGenerated, classYours)
	}
	return nil
}

func isGenerated(path string) bool { return strings.HasPrefix(pathpkg.Base(path), generatedPrefix) }
