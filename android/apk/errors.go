package apk

import (
	"cmp"
	"fmt"
)

// Error is something the user can mend: what is wrong, why, and what to do.
type Error struct {
	What, Why, Advice string
	Usage             bool // the call itself was wrong
}

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Hint says what to do.
func (e *Error) Hint() string { return e.Advice }

// ExitCode is 2 where the call was wrong, else 1.
func (e *Error) ExitCode() int {
	if e.Usage {
		return 2
	}
	return 1
}

// Damaged is the error for what is no APK, or a damaged one.
type Damaged struct{ Why, Advice string }

func (e *Damaged) Error() string { return "no APK that Android takes: " + e.Why }

// Hint says what to do.
func (e *Damaged) Hint() string {
	return cmp.Or(e.Advice, "build the APK anew, or copy it again from where it came from")
}

func damaged(format string, args ...any) error { return &Damaged{Why: fmt.Sprintf(format, args...)} }
