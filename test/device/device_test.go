package device

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

const limit = 2 * time.Minute // for one call of adb

// A bench is a device with a real adb server.
type bench struct {
	*testing.T
	*Device
	server *AdbServer
}

func begin(t *testing.T, o Options) *bench {
	t.Helper()
	return connect(t, Server(t), o)
}

func connect(t *testing.T, s *AdbServer, o Options) *bench {
	t.Helper()
	b := &bench{t, Start(t, o), s}
	if err := s.Connect(b.Device); err != nil {
		t.Fatal(err)
	}
	return b
}

// adb runs the real adb client.
func (b *bench) adb(args ...string) (stdout, stderr string, status int) {
	b.Helper()
	return b.adbIn("", args...)
}

// sh runs a script that must succeed with an empty stderr, and returns its output.
func (b *bench) sh(script string) string {
	b.Helper()
	out, msg, status := b.adb("shell", script)
	if status != 0 || msg != "" {
		b.Errorf("%s: status %d\n%s%s", script, status, out, msg)
	}
	return strings.TrimSuffix(out, "\n")
}

// checkOutput fails the test unless a script prints exactly this.
func (b *bench) checkOutput(script, want string) {
	b.Helper()
	if got := b.sh(script); got != want {
		b.Errorf("%s\nsays %q\nwant %q", script, got, want)
	}
}

// adbIn runs adb with text on stdin.
func (b *bench) adbIn(in string, args ...string) (stdout, stderr string, status int) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), limit)
	defer cancel()
	cmd := b.server.Adb(ctx, b.Device, args...)
	var out, msg strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &msg
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return out.String(), msg.String(), exit.ExitCode()
	}
	if err != nil {
		b.Fatal(err)
	}
	return out.String(), msg.String(), 0
}

// ok fails the test unless a call of adb succeeds.
func (b *bench) ok(args ...string) string {
	b.Helper()
	out, msg, status := b.adb(args...)
	if status != 0 {
		b.Errorf("adb %q: status %d\n%s%s", args, status, out, msg)
	}
	return out
}

// fails fails the test unless a call of adb fails with this message.
func (b *bench) fails(want string, args ...string) {
	b.Helper()
	out, msg, status := b.adb(args...)
	if status == 0 || !strings.Contains(out+msg, want) {
		b.Errorf("adb %q: status %d\n%s%swant %q", args, status, out, msg, want)
	}
}

// back waits for a device that restarts.
func (b *bench) back() {
	b.Helper()
	if err := b.server.Await(b.Device); err != nil {
		b.Fatal(err)
	}
}
