package deploy

// Blocked is the error for layers that would not be loaded. It is found before anything is changed.
type Blocked struct {
	Rule              string // loader rule, such as "7.3"; "": no rule applies
	What, Why, Advice string
}

func (b *Blocked) Error() string {
	if b.Rule == "" {
		return b.What + ": " + b.Why
	}
	return b.What + ": " + b.Why + " (rule " + b.Rule + ")"
}

// Hint says what to do about it.
func (b *Blocked) Hint() string { return b.Advice }

// ExitCode returns the exit code for layers that are not loaded.
func (b *Blocked) ExitCode() int { return 6 }
