package registry

import (
	"fmt"
	"strings"
)

// PatternError reports a pattern that matches nothing.
type PatternError struct{ Pattern, Why string }

func (e *PatternError) Error() string { return fmt.Sprintf("pattern %q: %s", e.Pattern, e.Why) }

// Hint returns what to do about the error.
func (e *PatternError) Hint() string {
	return "to list the names that match a pattern, such as glDraw*: gleslayergen registry list 'glDraw*'"
}

// UnknownNameError reports a name that is not in the registry.
type UnknownNameError struct {
	Kind string // command or extension
	Name string
	Near []string // the three closest names
}

func (e *UnknownNameError) Error() string { return fmt.Sprintf("unknown %s %q", e.Kind, e.Name) }

// Hint suggests the closest names.
func (e *UnknownNameError) Hint() string { return "did you mean " + strings.Join(e.Near, ", ") + "?" }

// ES1Error reports a command that only OpenGL ES 1.x has.
type ES1Error struct{ Name string }

func (e *ES1Error) Error() string {
	return fmt.Sprintf("%s belongs only to OpenGL ES 1.x, and Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)", e.Name)
}

// Hint returns what to do about the error.
func (e *ES1Error) Hint() string {
	return "select functions of EGL, or of OpenGL ES 2.0 and newer"
}
