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

// Units of values.
const (
	Millisecond = "ms"
	Second      = "s"
	Microsecond = "us"
	Nanosecond  = "ns"
	Kilobyte    = "KB" // 1000 bytes
	Megabyte    = "MB" // 1,000,000 bytes
)

const megabyte = 1e6

// Keys of the values that a probe can give besides the time.
const (
	Memory    = ", peak memory"
	Processor = ", processor time"
)

// A Command is a process to measure. It and its children form a process group, which is killed when the
// context ends.
type Command struct {
	Args []string
	Dir  string
	Env  []string // added to the environment of this process
}

// Usage is the resources that a command used.
type Usage struct {
	Out       string        // standard output
	Messages  string        // standard error
	Wall      time.Duration // wall-clock time
	Processor time.Duration // processor time of the command and the children it waited for
	Memory    float64       // peak in MB; only from RunTree and Peak
}

// Run runs the command.
func (c Command) Run(ctx context.Context) (Usage, error) { return c.run(ctx, false) }

// RunTree also samples the memory of the command and its children every 20 ms: the sum of their resident sets
// (RSS). It counts pages that processes share once for each of them, so the value is an upper bound.
func (c Command) RunTree(ctx context.Context) (Usage, error) { return c.run(ctx, true) }

// Peak runs the command, a single process, and returns its peak memory in MB. time(1) reads it from the
// kernel. A reading in this process would never be below its own memory, since Go starts children in its own
// address space.
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
		u = Usage{Out: out.String(), Messages: messages.String(), Wall: time.Since(start), Processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
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

// tail returns the end of the output of a failed command.
func tail(text string) string {
	const kept = 2000
	if len(text) > kept {
		text = "..." + text[len(text)-kept:]
	}
	return text
}
