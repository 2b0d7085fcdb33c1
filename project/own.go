package project

import (
	"errors"
	"fmt"
	pathpkg "path"
	"path/filepath"
	"regexp"
	"strings"
)

// generatedPrefix begins the names of all generated files, and of no other.
const generatedPrefix = "zz_generated_"

// Limits of what is read. The largest generated file, for every command there is, has 2 MB.
const (
	maxFile = 32 << 20
	maxPath = 240
)

// pathForm is that of the paths in a lock. They come from outside: a project may be anybody's.
var pathForm = regexp.MustCompile(`^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`)

// checkPath says what is wrong with the path of a file of some class.
func checkPath(path, class string) error {
	switch {
	case len(path) > maxPath:
		return errors.New("the path is too long")
	case !pathForm.MatchString(path), pathpkg.Clean(path) != path, !filepath.IsLocal(filepath.FromSlash(path)):
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
