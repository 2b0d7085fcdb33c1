package project

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// maxName is the maximum length of a layer name in bytes. It keeps debug.NAME.KEY a short property name, and
// lib<NAME>.so below all limits of file names.
const maxName = 48

var nameForm = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_-]*$`)

// CheckName reports whether name is a valid layer name. It becomes a directory, lib<name>.so, a word in
// Makefiles and shell commands, a log tag and a system property.
func CheckName(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return nil
}

func isSystemLibrary(name string) bool {
	_, found := rules.FindLibrary("lib" + name + ".so")
	return found
}

func checkName(name string) *Error {
	why := ""
	switch {
	case name == "":
		why = "empty"
	case len(name) > len("lib.so") && strings.HasPrefix(name, "lib") && strings.HasSuffix(name, ".so"):
		return &Error{What: fmt.Sprintf("layer name %q", name), Why: "this is the file name of a library",
			Advice: fmt.Sprintf("omit \"lib\" and \".so\": %q", strings.TrimSuffix(strings.TrimPrefix(name, "lib"), ".so")), Usage: true}
	case !nameForm.MatchString(name):
		why = "must start with a letter and contain only letters, digits, _ and -, so that it is valid in file names, Makefiles and shells"
	case len(name) > maxName:
		why = fmt.Sprintf("longer than %d characters", maxName)
	case fsx.IsReservedName(name):
		why = "Windows reserves this name for a device such as a printer or a serial port"
	case isSystemLibrary(name):
		return &Error{What: fmt.Sprintf("layer name %q", name), Why: fmt.Sprintf("Android has a system library lib%s.so, and an app that loads the system library could load the layer instead", name),
			Advice: "choose another name, such as my" + name, Usage: true}
	default:
		return nil
	}
	return &Error{What: fmt.Sprintf("layer name %q", name), Why: why, Advice: "choose another name, for example: gleslayergen new mylayer ...", Usage: true}
}

var moduleForm = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)*$`)

// reservedElements are first elements of module paths with a meaning to the go command. stdnames.txt lists those of
// the standard library.
var reservedElements = []string{"C", "all", "cmd", "main", "std", "tool", "toolchain", "work"}

//go:embed stdnames.txt
var stdNames string

// shortName matches the form of short file names of Windows, which Go does not allow in paths.
var shortName = lazyregexp.New(`~[0-9]+(\.|$)`)

// ModuleOf returns the module path of a project without a given one: its name, or a path that ends with it if the go
// command reserves the name.
func ModuleOf(name string) string {
	if CheckModule(name) != nil && nameForm.MatchString(name) {
		return "example.com/" + name
	}
	return name
}

// CheckModule reports whether path is a valid module path of a project.
func CheckModule(path string) error {
	elements := strings.Split(path, "/")
	why, last := "", "mylayer"
	switch {
	case !moduleForm.MatchString(path):
		why = "must begin with a letter or a digit; its elements, separated by /, must not be empty or begin with . or -, and contain only letters, digits and the characters . _ ~ -"
	case len(path) > 255:
		why = "longer than 255 characters"
	case slices.Contains(reservedElements, elements[0]), slices.Contains(strings.Fields(stdNames), elements[0]):
		why, last = fmt.Sprintf("the go command reserves the path %q", elements[0]), elements[len(elements)-1]
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
			return fmt.Sprintf("the element %q ends with a dot", e)
		case fsx.IsReservedName(e):
			return fmt.Sprintf("Windows reserves the name %q for a device such as a printer or a serial port", e)
		case shortName.MatchString(e):
			return fmt.Sprintf("%q has the form of a short file name of Windows (~ and digits), which Go does not allow", e)
		case e == "vendor":
			return "the go command reserves directories named \"vendor\" for dependencies"
		}
	}
	return ""
}
