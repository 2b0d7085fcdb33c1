package main

import (
	"context"
	"os"

	"golang.org/x/term"
)

// askSecret asks the user at the terminal for what is not to be seen there.
func (e *env) askSecret(ctx context.Context, question string) (string, error) {
	in, ok := e.in.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return "", &usageError{"--keystore-password prompt", "there is no terminal to ask at", "say where the password is: env:NAME or file:PATH"}
	}
	before, err := term.GetState(int(in.Fd()))
	if err != nil {
		return "", err
	}
	type answer struct {
		secret []byte
		err    error
	}
	answered := make(chan answer, 1)
	_, _ = e.err.Write([]byte(question))
	go func() {
		secret, err := term.ReadPassword(int(in.Fd()))
		answered <- answer{secret, err}
	}()
	select {
	case <-ctx.Done(): // what is typed is to be seen again
		_ = term.Restore(int(in.Fd()), before)
		return "", ctx.Err()
	case a := <-answered:
		e.notef("")
		return string(a.secret), a.err
	}
}
