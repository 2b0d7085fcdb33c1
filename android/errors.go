package android

// Error is an error that the user can fix: what failed, why, and what to do.
type Error struct {
	What, Why, Advice string
	Usage             bool // the command line was wrong
}

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Hint returns what to do.
func (e *Error) Hint() string { return e.Advice }

// ExitCode returns 2 for a usage error, else 1.
func (e *Error) ExitCode() int {
	if e.Usage {
		return 2
	}
	return 1
}
