package adb

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// maxScript is the maximum length of a script in an argument, in bytes. adb transmits less than 64 KiB,
// and a Windows command line has at most 32 Ki characters, where each quote takes two. The device reads a
// longer script from stdin.
const maxScript = 15 << 10

// Shell runs a script in the device's shell and returns its output. An exit status other than 0 is not an
// error. A connection that breaks before the script ends is an error, which adb itself does not detect.
func (d *Device) Shell(ctx context.Context, script string) (Output, error) {
	return d.ShellIn(ctx, script, nil)
}

// ShellIn is like Shell, with stdin for the script.
func (d *Device) ShellIn(ctx context.Context, script string, in io.Reader) (Output, error) {
	end := rand.Text()
	script = withEndMark(script, end)
	if len(script) > maxScript {
		if in != nil {
			return Output{}, &Error{d.Serial, fmt.Sprintf("the shell script for the device has %d bytes; the maximum for a script that also reads data is %d bytes", len(script), maxScript), "run the command again with fewer files"}
		}
		script, in = `eval "$(cat)"`, strings.NewReader(script)
	}
	out, err := d.Client.call(ctx, shellTime, in, "-s", d.Serial, "shell", script)
	if err != nil {
		return Output{}, err
	}
	body, status, ok := cutEnd(out.Stdout, end)
	if !ok {
		return Output{}, d.interruptedError(out)
	}
	return Output{body, out.Stderr, status}, nil
}

// withEndMark returns a script that prints its exit status at the end, after a random word that no program on the
// device can know.
func withEndMark(script, end string) string {
	return "(:\n" + script + "\n)\nprintf '\\n" + end + " %d\\n' $?"
}

// cutEnd removes the end mark of marked from the output, and text that some vendors' shells print after it.
// It returns the script's output and exit status; ok is false if the mark is missing or incomplete.
func cutEnd(out, end string) (body string, status int, ok bool) {
	body, last, ok := strings.Cut(out, "\n"+end+" ")
	if !ok {
		return "", 0, false
	}
	number, _, whole := strings.Cut(last, "\n")
	status, err := strconv.Atoi(number)
	if !whole || err != nil {
		return "", 0, false
	}
	return body, status, true
}

// Command returns adb, which runs a script with its own streams and exits with the exit status of the script. If adb is killed, the
// device sends SIGHUP to the shell, or to the program that the script started with exec.
func (d *Device) Command(ctx context.Context, script string) (*exec.Cmd, error) {
	if err := d.Client.checkServer(ctx); err != nil {
		return nil, err
	}
	d.Client.trips.Add(1)
	return d.Client.program(ctx, append(d.Client.Global(), "-s", d.Serial, "shell", "-T", script)...), nil
}

// Interrupted returns the error for a script whose connection broke.
func (d *Device) Interrupted() error { return d.interruptedError(Output{}) }

// interruptedError returns the error for a script that was interrupted.
func (d *Device) interruptedError(out Output) error {
	output := adbMessages.FindString(out.Stderr)
	if output == "" {
		output = "error: closed"
	}
	return failed(d.Serial, output)
}

// maxLine is the maximum line length of Stream, in bytes; longer lines are truncated.
const maxLine = 64 << 10

// Stream runs a script and calls line for each line of output, until line returns false or the script ends. It
// returns the exit status of a script that ended. Its time and its output are not limited.
func (d *Device) Stream(ctx context.Context, script string, line func(string) bool) (status int, err error) {
	if err := d.Client.checkServer(ctx); err != nil {
		return 0, err
	}
	d.Client.trips.Add(1)
	limited, stop := context.WithCancel(ctx)
	defer stop()
	end := rand.Text()
	cmd := d.Client.program(limited, append(d.Client.Global(), "-s", d.Serial, "shell", withEndMark(script, end))...)
	var errOut buffer
	cmd.Stderr = &errOut
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return 0, d.Client.runError(err)
	}
	how, status := readLines(out, end, line)
	if how != broken {
		stop() // adb may print nothing more for hours
	}
	_ = cmd.Wait() // the end mark has the result
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case how == broken:
		return 0, d.interruptedError(Output{Stderr: errOut.String()})
	}
	return status, nil
}

// ending is how a stream ended.
type ending int

const (
	ended  ending = iota // the script ended
	enough               // line returned false
	broken               // the connection broke
)

// readLines calls line for each line up to the end mark, and returns the exit status after the mark. It drops the
// empty line that marked prints before the mark.
func readLines(r io.Reader, end string, line func(string) bool) (how ending, status int) {
	in := bufio.NewReaderSize(r, maxLine)
	for empty := false; ; {
		bytes, err := in.ReadSlice('\n')
		text := strings.TrimRight(string(bytes), "\r\n")
		for err == bufio.ErrBufferFull {
			_, err = in.ReadSlice('\n')
		}
		number, marked := strings.CutPrefix(text, end+" ")
		if status, bad := strconv.Atoi(number); marked && bad == nil {
			return ended, status
		}
		switch {
		case empty && !line(""):
			return enough, 0
		case err != nil:
			return broken, 0
		case text != "" && !line(text):
			return enough, 0
		}
		empty = text == ""
	}
}
