package deploy

// Blocked is why a layer would not be loaded, found before anything was changed.
type Blocked struct {
	Rule              string // of the loader: "7.3"; "" is none of them
	What, Why, Advice string
}

func (b *Blocked) Error() string {
	if b.Rule == "" {
		return b.What + ": " + b.Why
	}
	return b.What + ": " + b.Why + " (rule " + b.Rule + ")"
}

// Hint says what to do.
func (b *Blocked) Hint() string { return b.Advice }

// ExitCode is that of layers which are not loaded.
func (b *Blocked) ExitCode() int { return 6 }
