package main

import (
	"bytes"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// full is a device without free space.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestWriteErrors(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"version", "--json"}, {"--help"}, {"registry", "list"}, {"registry", "show", "glClear"},
		{"completion", "bash"}, {"explain"}, {"doctor", "new"},
	} {
		var e bytes.Buffer
		code := run(t.Context(), args, strings.NewReader(""), full{syscall.ENOSPC}, &e)
		if code != ui.ExitFailed || !strings.Contains(e.String(), "standard output: no space left") {
			t.Errorf("%v: exit code %d, %q", args, code, e.String())
		}
		e.Reset()
		code = run(t.Context(), args, strings.NewReader(""), full{syscall.EPIPE}, &e)
		if code != ui.ExitFailed || e.Len() > 0 {
			t.Errorf("%v: closed pipe: exit code %d, %q", args, code, e.String())
		}
	}
}

func TestControlCharactersAreEscaped(t *testing.T) {
	fails(t, ui.ExitUsage, []string{`\x1b[31m`, `\n`}, "registry", "show", "gl\x1b[31mFoo\nhint: rm")
	_, _, messages := call(t, "registry", "list", "--gl-xml", "a\x1b]0;b", "--egl-xml", "\u202etxt")
	if strings.ContainsAny(messages, "\x1b\u202e") {
		t.Errorf("raw control characters: %q", messages)
	}
}

func TestReport(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		want string
	}{
		{errors.New("plain"), ui.ExitFailed, "gleslayergen: plain\n"},
		{errors.Join(errors.New("one"), errors.New("two")), ui.ExitFailed, "gleslayergen: one\ngleslayergen: two\n"},
		{ui.WithHint(errors.Join(errors.New("one"), errors.New("two")), "do it"), ui.ExitFailed,
			"gleslayergen: one\ngleslayergen: two\nhint: do it\n"},
		{ui.WithHint(ui.Quiet(ui.ExitFindings), "never shown"), ui.ExitFindings, ""},
		{ui.Usage("a", "b", "c"), ui.ExitUsage, "gleslayergen: a: b\nhint: c\n"},
		{nil, ui.ExitOK, ""},
	} {
		var e bytes.Buffer
		code := newTool(nil, nil, &e).Report(t.Context(), c.err)
		if code != c.code || e.String() != c.want {
			t.Errorf("%v: exit code %d, %q", c.err, code, e.String())
		}
	}
}
