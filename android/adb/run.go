package adb

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Output is a program's output and exit status.
type Output struct {
	Stdout, Stderr string
	Status         int
}

// maxOutput is the maximum size of one output in bytes: a device must not exhaust the host's memory.
const maxOutput = 16 << 20

// buffer keeps up to bound bytes. It implements only Write: with bytes.Buffer's ReadFrom, io.Copy would
// exceed the bound.
type buffer struct {
	kept bytes.Buffer
	over bool
}

func (b *buffer) Write(p []byte) (int, error) {
	if b.over = b.kept.Len()+len(p) > maxOutput; b.over {
		return 0, io.ErrShortWrite // adb gets a broken pipe and exits
	}
	return b.kept.Write(p)
}

func (b *buffer) String() string { return b.kept.String() }

// program returns the command for an adb call with these arguments.
func (c *Client) program(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Program, args...)
	cmd.Env = c.environ()
	cmd.WaitDelay = 2 * time.Second // a server that adb has just started may keep the pipes open
	return cmd
}

// run runs adb to its end, within a timeout. An exit status other than 0 is not an error.
func (c *Client) run(ctx context.Context, within time.Duration, in io.Reader, args ...string) (Output, error) {
	limited, stop := context.WithTimeout(ctx, within)
	defer stop()
	var out, errOut buffer
	cmd := c.program(limited, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &out, &errOut
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return Output{}, ctx.Err()
	case limited.Err() != nil:
		return Output{}, &Error{"adb " + adbCommand(args), fmt.Sprintf("adb returned no result within %v", within), "reconnect the device; to check the connection: adb devices -l"}
	case out.over || errOut.over:
		return Output{}, &Error{"adb " + adbCommand(args), fmt.Sprintf("the output exceeds %d MiB", maxOutput>>20), "restart the device and try again; if the error persists, report it to the gleslayergen project, with the model of the device"}
	case cmd.ProcessState == nil, cmd.ProcessState.ExitCode() < 0:
		return Output{}, c.runError(err)
	}
	return Output{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}, nil
}

// runError returns the error for an adb that could not start or was killed.
func (c *Client) runError(err error) error {
	return &Error{c.Program, "cannot run: " + err.Error(), "reinstall adb, or set ADB to the path of another adb"}
}

// adbCommand returns adb's command in its arguments, which follows the options that select the server and the
// device. Each of these options has a value.
func adbCommand(args []string) string {
	for len(args) > 2 && strings.HasPrefix(args[0], "-") {
		args = args[2:]
	}
	return args[0]
}
