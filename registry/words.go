package registry

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Names in the files end up in C, Go, snapshots and messages, so every name must be valid in all of them,
// also in hostile files.

// maxWord bounds a name, in bytes; the longest real one has 64.
const maxWord = 256

// maxDeclaration bounds a C type or a length, in bytes; the longest real one has 70.
const maxDeclaration = 4096

// isName reports whether s can name a parameter or command: an identifier that is not a C type keyword.
func isName(s string) bool { return isIdentifier(s) && !slices.Contains(cTypeWords, s) }

// isNote reports whether s can be a kind or class, such as "vertex array" or "Clamped[0; 1],Color".
func isNote(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) && !strings.ContainsRune(" -.,;:[]()|", rune(s[i])) {
			return false
		}
	}
	return len(s) <= maxWord
}

func (p Param) check() error {
	if p.Group != "" && !isIdentifier(p.Group) {
		return fmt.Errorf("group %.99q is not a valid name", p.Group)
	}
	if !isNote(p.Kind) {
		return fmt.Errorf("kind %.99q is longer than %d bytes or contains an invalid character", p.Kind, maxWord)
	}
	if !isNote(p.Class) {
		return fmt.Errorf("class %.99q is longer than %d bytes or contains an invalid character", p.Class, maxWord)
	}
	return nil
}

func (e *Enum) check() error {
	for _, s := range slices.Concat(e.Groups, []string{e.Alias, e.Type}) {
		if s != "" && !isIdentifier(s) {
			return fmt.Errorf("type, alias or group %.99q is not a valid name", s)
		}
	}
	return nil
}

// versionNumber checks that a version number has the form that Scope compares.
var versionNumber = lazyregexp.New(`^[0-9]\.[0-9]$`)

func (f *Feature) check() error {
	switch {
	case f.Name == "" || f.Number == "":
		return errors.New("expected the attributes \"name\" and \"number\"")
	case !isIdentifier(f.Name):
		return fmt.Errorf("%.99q is not a valid version name", f.Name)
	case isOurs(f.API) && !versionNumber.MatchString(f.Number):
		return fmt.Errorf("version %.99q: expected a number such as 3.1", f.Number)
	}
	return nil
}
