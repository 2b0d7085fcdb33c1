package project

import (
	"fmt"
	"regexp"
	"strings"
)

// maxName keeps debug.NAME.KEY a handy property, and lib<NAME>.so below every limit of a file name.
const maxName = 48

var nameForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// deviceNames are names that Windows does not let a folder have.
var deviceNames = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}

// CheckName reports whether a layer can be called name: it becomes a folder, lib<name>.so, a word in Makefiles
// and shell commands, a log tag and a system property.
func CheckName(name string) error {
	why := ""
	switch {
	case name == "":
		why = "empty"
	case strings.HasPrefix(name, "lib") && strings.HasSuffix(name, ".so"):
		return &Error{What: fmt.Sprintf("layer name %q", name), Why: "a file name",
			Advice: fmt.Sprintf("leave out lib and .so: %q", strings.TrimSuffix(strings.TrimPrefix(name, "lib"), ".so")), Usage: true}
	case !nameForm.MatchString(name):
		why = "only letters, digits, _ and -, and a letter first, are safe in file names, Makefiles and shells"
	case len(name) > maxName:
		why = fmt.Sprintf("longer than %d characters", maxName)
	case deviceNames[strings.ToLower(name)]:
		why = "a device on Windows"
	default:
		return nil
	}
	return &Error{What: fmt.Sprintf("layer name %q", name), Why: why, Advice: "for example: gleslayergen new mylayer ...", Usage: true}
}

var moduleForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)

// reservedModules are first elements that the go command, or the language, reads as something else.
var reservedModules = map[string]bool{"C": true, "unsafe": true, "main": true, "cmd": true, "std": true, "all": true,
	"tool": true, "work": true}

// CheckModule reports whether path can be the module path of a project.
func CheckModule(path string) error {
	first, _, _ := strings.Cut(path, "/")
	why := ""
	switch {
	case !moduleForm.MatchString(path):
		why = "a module path has elements of letters, digits, and . _ ~ - , parted by /"
	case strings.HasSuffix(path, "."), strings.Contains(path, "./"):
		why = "an element ends with a dot"
	case len(path) > 255:
		why = "longer than 255 characters"
	case reservedModules[first]:
		why = "the name means something else to Go"
	default:
		return nil
	}
	return &Error{What: fmt.Sprintf("module path %q", path), Why: why,
		Advice: "for example: --module example.com/you/mylayer", Usage: true}
}
