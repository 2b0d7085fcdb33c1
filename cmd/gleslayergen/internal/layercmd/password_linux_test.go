package layercmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// terminal opens a pseudo-terminal: a program reads from line what the test writes to keys.
func terminal(t *testing.T) (keys, line *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keys.Close() })
	number, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		line, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { line.Close() })
	return keys, line
}

// echoes reports whether echo is on.
func echoes(t *testing.T, f *os.File) bool {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return state.Lflag&unix.ECHO != 0
}

// locked is a buffer for concurrent use.
type locked struct {
	sync.Mutex
	bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.Buffer.Write(p)
}

// TestAskSecret checks that echo is off while a secret is read, and on again afterward, also after an
// interrupt.
func TestAskSecret(t *testing.T) {
	keys, line := terminal(t)
	output := &locked{}
	e := ui.NewEnv(line, output, output)
	type answer struct {
		secret string
		err    error
	}
	answers := make(chan answer, 1)
	ask := func(ctx context.Context) {
		secret, err := readSecret(ctx, e, "password: ")
		answers <- answer{secret, err}
	}
	go ask(t.Context())
	testutil.Eventually(t, "the terminal stops echoing", func() bool { return !echoes(t, line) })
	if _, err := keys.WriteString("sesame\n"); err != nil {
		t.Fatal(err)
	}
	if got := <-answers; got.secret != "sesame" || got.err != nil || !echoes(t, line) {
		t.Errorf("%+v", got)
	}
	if text := output.String(); !strings.HasPrefix(text, "password: ") || strings.Contains(text, "sesame") {
		t.Errorf("%q", text)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	go ask(ctx)
	testutil.Eventually(t, "the terminal stops echoing", func() bool { return !echoes(t, line) })
	interrupt()
	if got := <-answers; !errors.Is(got.err, context.Canceled) || !echoes(t, line) {
		t.Errorf("%+v", got)
	}
	_, _ = keys.WriteString("\n") // ends the read
}
