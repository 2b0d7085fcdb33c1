package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Units that values are given in.
const (
	Millisecond = "ms"
	Second      = "s"
	Microsecond = "us"
	Nanosecond  = "ns"
	Kilobyte    = "KB" // a thousand bytes
	Megabyte    = "MB" // a million bytes
)

const megabyte = 1e6

// What a probe may give beside the time.
const (
	Memory    = ", peak memory"
	Processor = ", processor time"
)

// A Command is a process to measure. It and all it starts form a process group, which ends with the context.
type Command struct {
	Args []string
	Dir  string
	Env  []string // added to this process's own
}

// Usage is what a command took.
type Usage struct {
	Out       string        // what it wrote to standard output
	Wall      time.Duration // from start to end
	Processor time.Duration // of it and what it started and waited for
	Memory    float64       // peak, in MB, if it was asked for
}

// Run runs the command.
func (c Command) Run(ctx context.Context) (Usage, error) { return c.run(ctx, false) }

// RunTree also watches the memory of the command and all it starts: the sum of their resident sets (RSS), looked at
// every 20 ms. Pages that processes share are counted in each, so that the figure is rather too high than too low.
func (c Command) RunTree(ctx context.Context) (Usage, error) { return c.run(ctx, true) }

// Peak runs the command, a single process, and gives its peak memory in MB. time(1) asks the kernel for it: a figure
// asked for here would not be below what this process itself uses, since Go starts children in its own memory.
func (c Command) Peak(ctx context.Context) (float64, error) {
	file, err := os.CreateTemp("", "peak-")
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	c.Args = append([]string{timeTool, "-f", "%M", "-o", file.Name()}, c.Args...)
	if _, err := c.Run(ctx); err != nil {
		return 0, err
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return 0, err
	}
	kib, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	return kib * 1024 / megabyte, err
}

func (c Command) run(ctx context.Context, tree bool) (u Usage, err error) {
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Env = c.Dir, append(os.Environ(), c.Env...)
	cmd.WaitDelay = 5 * time.Second
	ownSession(cmd)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	start := time.Now()
	if err = cmd.Start(); err == nil {
		watched := func() float64 { return 0 }
		if tree {
			watched = watch(cmd.Process.Pid)
		}
		err = cmd.Wait()
		u = Usage{Out: out.String(), Wall: time.Since(start), Processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
		u.Memory = watched()
	}
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		err = missing(c.Args[0])
	case err != nil:
		err = fmt.Errorf("%s: %w\n%s%s", strings.Join(c.Args, " "), err, tail(out.String()), tail(messages.String()))
	}
	return u, err
}

// tail is the end of what a failed command wrote.
func tail(text string) string {
	const kept = 2000
	if len(text) > kept {
		text = "..." + text[len(text)-kept:]
	}
	return text
}
