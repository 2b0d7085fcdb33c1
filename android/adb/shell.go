package adb

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// longestScript is the longest that adb gets as an argument. It hands on less than 64 KiB, and a command line of Windows
// holds 32 Ki characters, where quotes take two. A longer one the device reads for itself.
const longestScript = 15 << 10

// Shell runs a script in the device's shell. A status other than 0 is no error; a connection that ends before
// the script is one, which adb itself does not notice.
func (d *Device) Shell(ctx context.Context, script string) (Output, error) {
	return d.ShellIn(ctx, script, nil)
}

// ShellIn is Shell with something for the script to read.
func (d *Device) ShellIn(ctx context.Context, script string, in io.Reader) (Output, error) {
	end := rand.Text()
	script = marked(script, end)
	if len(script) > longestScript {
		if in != nil {
			return Output{}, &Error{d.Serial, fmt.Sprintf("a script of %d bytes is too long beside what it reads", len(script)), "name fewer files at once"}
		}
		script, in = `eval "$(cat)"`, strings.NewReader(script)
	}
	out, err := d.Client.call(ctx, shellTime, in, "-s", d.Serial, "shell", script)
	if err != nil {
		return Output{}, err
	}
	body, status, ok := cutEnd(out.Stdout, end)
	if !ok {
		return Output{}, d.cut(out)
	}
	return Output{body, out.Stderr, status}, nil
}

// marked is a script that says at its end how it ended, behind a word that nothing on the device can know.
func marked(script, end string) string {
	return "(:\n" + script + "\n)\nprintf '\\n" + end + " %d\\n' $?"
}

// cutEnd takes what marked added off the output, and what shells of some vendors say after it.
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

// cut is the error of a call whose script did not come to its end.
func (d *Device) cut(out Output) error {
	said := adbSays.FindString(out.Stderr)
	if said == "" {
		said = "error: closed"
	}
	return failed(d.Serial, said)
}

// longest is the longest line that Stream hands over whole; of a longer one it is the beginning.
const longest = 64 << 10

// Stream runs a script and hands over its lines as they come, until line returns false, or the script ends.
func (d *Device) Stream(ctx context.Context, script string, line func(string) bool) error {
	if err := d.Client.meet(ctx); err != nil {
		return err
	}
	d.Client.trips.Add(1)
	limited, stop := context.WithCancel(ctx)
	defer stop()
	end := rand.Text()
	cmd := d.Client.program(limited, append(d.Client.Global(), "-s", d.Serial, "shell", marked(script, end))...)
	var errOut buffer
	cmd.Stderr = &errOut
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return d.Client.broken(err)
	}
	how := readLines(out, end, line)
	if how != broken {
		stop() // adb may have nothing more to say for hours
	}
	_ = cmd.Wait() // the end mark has said how it went
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case how == broken:
		return d.cut(Output{Stderr: errOut.String()})
	}
	return nil
}

// How a stream came to its end.
type ending int

const (
	ended  ending = iota // by itself
	enough               // line said so
	broken               // in the middle
)

// readLines hands over lines up to the one with the end mark. Before that one stands an empty line of ours.
func readLines(r io.Reader, end string, line func(string) bool) ending {
	in := bufio.NewReaderSize(r, longest)
	for empty := false; ; {
		bytes, err := in.ReadSlice('\n')
		text := strings.TrimRight(string(bytes), "\r\n")
		for err == bufio.ErrBufferFull {
			_, err = in.ReadSlice('\n')
		}
		switch {
		case strings.HasPrefix(text, end+" "):
			return ended
		case empty && !line(""):
			return enough
		case err != nil:
			return broken
		case text != "" && !line(text):
			return enough
		}
		empty = text == ""
	}
}
