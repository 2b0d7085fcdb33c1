package layercmd

import (
	"context"
	"os"

	"golang.org/x/term"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// readSecret reads a line from the terminal without echo.
func readSecret(ctx context.Context, e *ui.Env, question string) (string, error) {
	in, ok := e.In.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return "", ui.Usage("--keystore-password prompt", "standard input is not a terminal", "read the password from a variable or a file: --keystore-password env:NAME or --keystore-password file:PATH")
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
	_, _ = e.Err.Write([]byte(question))
	recovery.Go(func() {
		secret, err := term.ReadPassword(int(in.Fd()))
		answered <- answer{secret, err}
	})
	select {
	case <-ctx.Done(): // turn echo on again
		_ = term.Restore(int(in.Fd()), before)
		return "", ctx.Err()
	case a := <-answered:
		e.Notef("")
		return string(a.secret), a.err
	}
}
