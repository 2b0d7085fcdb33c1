package project

// Error is an error that the user can fix: what failed, why, and what to do.
type Error struct {
	What, Why, Advice string
	Usage             bool // the command line was wrong

	key string // of gleslayer.yaml, as a YAML path
}

func (e *Error) at(key string) *Error {
	e.key = key
	return e
}

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Hint returns what the user can do.
func (e *Error) Hint() string { return e.Advice }

// ExitCode returns 2 for a wrong command line, otherwise 1.
func (e *Error) ExitCode() int {
	if e.Usage {
		return 2
	}
	return 1
}
