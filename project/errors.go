package project

// Error is something the user can mend: what is wrong, why, and what to do.
type Error struct {
	What, Why, Advice string
	Usage             bool // the call itself was wrong

	key string // of a gleslayer.yaml, as a path
}

func (e *Error) at(key string) *Error {
	e.key = key
	return e
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
