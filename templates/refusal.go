package templates

import "errors"

// refusalAdvice is the hint of a refusal, and what it is known by: errors of a pack come out of another process as texts.
const refusalAdvice = "the pack asks for this itself: choose as it wants, or another pack"

// Refusal is the error of a pack that can make nothing of what was chosen.
func Refusal(place, why string) *Error { return &Error{place, why, refusalAdvice} }

// Refuses reports whether nothing is wrong with the pack, but with what was chosen for it.
func Refuses(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Advice == refusalAdvice
}
