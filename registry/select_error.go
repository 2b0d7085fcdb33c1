package registry

import (
	"fmt"
	"strings"
)

// PatternError is a pattern that names nothing.
type PatternError struct{ Pattern, Why string }

func (e *PatternError) Error() string { return fmt.Sprintf("pattern %q: %s", e.Pattern, e.Why) }

// Hint says what to do.
func (e *PatternError) Hint() string {
	return "see what there is with: gleslayergen registry list 'glDraw*'"
}

// UnknownNameError is a name the registry does not have.
type UnknownNameError struct {
	Kind string // command or extension
	Name string
	Near []string // the nearest three names
}

func (e *UnknownNameError) Error() string { return fmt.Sprintf("unknown %s %q", e.Kind, e.Name) }

// Hint names what may have been meant.
func (e *UnknownNameError) Hint() string { return "did you mean " + strings.Join(e.Near, ", ") + "?" }

// ES1Error is a command that only OpenGL ES 1.x has.
type ES1Error struct{ Name string }

func (e *ES1Error) Error() string {
	return fmt.Sprintf("%s belongs to OpenGL ES 1.x alone: Android does not layer ES 1.x contexts", e.Name)
}

// Hint says what Android does instead.
func (e *ES1Error) Hint() string {
	return "only OpenGL ES 2.0 and newer can be intercepted; names that ES 1.x shares with it go to the 2.0 driver"
}
