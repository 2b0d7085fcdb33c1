package android

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
