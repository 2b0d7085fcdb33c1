package project

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// maxName keeps debug.NAME.KEY a handy property, and lib<NAME>.so below every limit of a file name.
const maxName = 48

var nameForm = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_-]*$`)

// CheckName reports whether a layer can be called name: it becomes a folder, lib<name>.so, a word in Makefiles
// and shell commands, a log tag and a system property.
func CheckName(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return nil
}

func checkName(name string) *Error {
	why := ""
	switch {
	case name == "":
		why = "empty"
	case len(name) > len("lib.so") && strings.HasPrefix(name, "lib") && strings.HasSuffix(name, ".so"):
		return &Error{What: fmt.Sprintf("layer name %q", name), Why: "a file name",
			Advice: fmt.Sprintf("leave out lib and .so: %q", strings.TrimSuffix(strings.TrimPrefix(name, "lib"), ".so")), Usage: true}
	case !nameForm.MatchString(name):
		why = "only letters, digits, _ and -, and a letter first, are safe in file names, Makefiles and shells"
	case len(name) > maxName:
		why = fmt.Sprintf("longer than %d characters", maxName)
	case fsx.IsReservedName(name):
		why = "a device on Windows"
	default:
		return nil
	}
	return &Error{What: fmt.Sprintf("layer name %q", name), Why: why, Advice: "for example: gleslayergen new mylayer ...", Usage: true}
}

var moduleForm = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)*$`)

// goWords are first elements of a path that mean something to Go itself; those of its library are in stdnames.txt.
var goWords = []string{"C", "all", "cmd", "main", "std", "tool", "toolchain", "work"}

//go:embed stdnames.txt
var stdNames string

// shortName is the form of Windows's short names, which Go refuses in paths.
var shortName = lazyregexp.New(`~[0-9]+(\.|$)`)

// CheckModule reports whether path can be the module path of a project.
func CheckModule(path string) error {
	elements := strings.Split(path, "/")
	why, last := "", "mylayer"
	switch {
	case !moduleForm.MatchString(path):
		why = "a module path has elements of letters, digits, and . _ ~ - , parted by /"
	case len(path) > 255:
		why = "longer than 255 characters"
	case slices.Contains(goWords, elements[0]), slices.Contains(strings.Fields(stdNames), elements[0]):
		why, last = fmt.Sprintf("%q means something else to Go", elements[0]), elements[len(elements)-1]
	default:
		why = checkElements(elements)
	}
	if why == "" {
		return nil
	}
	return &Error{What: fmt.Sprintf("module path %q", path), Why: why,
		Advice: "for example: --module example.com/you/" + last, Usage: true}
}

func checkElements(elements []string) (why string) {
	for _, e := range elements {
		switch {
		case strings.HasSuffix(e, "."):
			return "an element ends with a dot"
		case fsx.IsReservedName(e):
			return fmt.Sprintf("%q is a device on Windows", e)
		case shortName.MatchString(e):
			return fmt.Sprintf("%q looks like a short name of Windows", e)
		case e == "vendor":
			return "Go keeps other modules in folders called vendor"
		}
	}
	return ""
}
