package templates

import "errors"

// refusalAdvice is the hint of a refusal. It also identifies a refusal, because errors of a pack come from a
// child process as text.
const refusalAdvice = "the template pack does not support this project: change gleslayer.yaml or the flags as the error says, or use another pack"

// Refusal returns the error of a pack that does not support the selected functions or hooks.
func Refusal(place, why string) *Error { return &Error{place, why, refusalAdvice} }

// Refuses reports whether an error is a Refusal: the pack works, but not with the selected functions or
// hooks.
func Refuses(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Advice == refusalAdvice
}
