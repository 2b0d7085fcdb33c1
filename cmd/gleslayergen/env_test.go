package main

import (
	"bytes"
	"errors"
	"strings"
	"syscall"
	"testing"
)

// full is a device without room.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestWriteErrors(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"version", "--json"}, {"--help"}, {"registry", "list"}, {"registry", "show", "glClear"},
		{"completion", "bash"}, {"explain"}, {"doctor", "new"},
	} {
		var e bytes.Buffer
		code := run(t.Context(), args, strings.NewReader(""), full{syscall.ENOSPC}, &e)
		if code != exitFailed || !strings.Contains(e.String(), "standard output: no space left") {
			t.Errorf("%v: exit code %d, %q", args, code, e.String())
		}
		e.Reset()
		code = run(t.Context(), args, strings.NewReader(""), full{syscall.EPIPE}, &e)
		if code != exitFailed || e.Len() > 0 {
			t.Errorf("%v: closed pipe: exit code %d, %q", args, code, e.String())
		}
	}
}

func TestControlCharactersAreEscaped(t *testing.T) {
	fails(t, exitUsage, []string{`\x1b[31m`, `\n`}, "registry", "show", "gl\x1b[31mFoo\nhint: rm")
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
		{errors.New("plain"), exitFailed, "gleslayergen: plain\n"},
		{errors.Join(errors.New("one"), errors.New("two")), exitFailed, "gleslayergen: one\ngleslayergen: two\n"},
		{&hinted{errors.Join(errors.New("one"), errors.New("two")), "do it"}, exitFailed,
			"gleslayergen: one\ngleslayergen: two\nhint: do it\n"},
		{&hinted{quiet(exitFindings), "never shown"}, exitFindings, ""},
		{&usageError{"a", "b", "c"}, exitUsage, "gleslayergen: a: b\nhint: c\n"},
		{nil, exitOK, ""},
	} {
		var e bytes.Buffer
		code := newEnv(nil, nil, &e).report(t.Context(), c.err)
		if code != c.code || e.String() != c.want {
			t.Errorf("%v: exit code %d, %q", c.err, code, e.String())
		}
	}
}
