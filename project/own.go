package project

import (
	"errors"
	"fmt"
	pathpkg "path"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/templates"
)

// generatedPrefix begins the names of all generated files, and of no other.
const generatedPrefix = templates.GeneratedPrefix

// maxFile bounds what is read. The largest generated file, for every command there is, has 2 MB.
const maxFile = 32 << 20

// checkPath says what is wrong with the path of a file of some class, as a lock has it: from outside, for a project may be
// anybody's.
func checkPath(path, class string) error {
	switch {
	case len(path) > fsx.MaxPathLength:
		return errors.New("the path is too long")
	case !fsx.IsPortablePath(path):
		return fmt.Errorf("%q is not a path inside the project", path)
	case strings.EqualFold(strings.Split(path, "/")[0], ".git"):
		return fmt.Errorf("%q belongs to git", path)
	case class == classGenerated && !isGenerated(path):
		return fmt.Errorf("%q is said to be generated, but is not called %s*", path, generatedPrefix)
	case class == classYours && isGenerated(path):
		return fmt.Errorf("%q is said to be yours, but called %s*", path, generatedPrefix)
	case class != classGenerated && class != classYours:
		return fmt.Errorf("class %q: neither %s nor %s", class, classGenerated, classYours)
	}
	return nil
}

func isGenerated(path string) bool { return strings.HasPrefix(pathpkg.Base(path), generatedPrefix) }
