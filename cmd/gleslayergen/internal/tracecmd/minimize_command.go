package tracecmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/process"
)

// untestable is the exit code for a recording that cannot be tested, as in git bisect run.
const untestable = 125

// outcome is how a run of the command ended.
type outcome struct {
	code    int // exit code, or -1 and a signal
	signal  syscall.Signal
	late    bool   // the candidate exceeded the time limit
	matches bool   // the output matches --match; true without --match
	output  string // its beginning
	took    time.Duration
	skipped error // why the command was not run
}

// same reports whether a run failed in the same way as another one.
func (o outcome) same(wanted outcome) bool {
	return o.skipped == nil && !o.late && o.matches && o.code == wanted.code && o.signal == wanted.signal
}

func (o outcome) String() string {
	switch {
	case o.skipped != nil:
		return o.skipped.Error()
	case o.late:
		return "no end within the time limit"
	case o.signal != 0:
		return "signal " + o.signal.String()
	}
	return fmt.Sprintf("exit code %d", o.code)
}

// shortest is the shortest time limit.
const shortest = 10 * time.Second

// limit returns a context that ends with the time limit of a candidate. The first run has one only with --timeout.
func (m *minimizing) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	switch {
	case m.flags.seconds > 0:
		return context.WithTimeout(ctx, time.Duration(m.flags.seconds)*time.Second)
	case m.wanted.took > 0:
		return context.WithTimeout(ctx, max(10*m.wanted.took, shortest))
	}
	return context.WithCancel(ctx)
}

// runCommand runs the command with a recording.
func (m *minimizing) runCommand(ctx context.Context, path string) (outcome, error) {
	args := argsWith(m.command, path)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	process.OwnGroup(cmd)
	cmd.WaitDelay = time.Second // for programs that the command started in other groups
	out := &beginning{}
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	process.EndGroup(cmd)
	is := outcome{output: out.String()}
	is.matches = m.flags.pattern == nil || m.flags.pattern.MatchString(is.output)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return is, ctx.Err()
	case err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay):
		return is, ui.WithHint(fmt.Errorf("cannot run the command: %w", err), "check the name of the program after --")
	}
	is.code = cmd.ProcessState.ExitCode()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		is.signal = status.Signal()
	}
	return is, nil
}

// argsWith returns the command with the path of a recording in the place of {}, or else at the end.
func argsWith(command []string, path string) []string {
	const place = "{}"
	if !slices.ContainsFunc(command, func(arg string) bool { return strings.Contains(arg, place) }) {
		return append(slices.Clone(command), path)
	}
	var out []string
	for _, arg := range command {
		out = append(out, strings.ReplaceAll(arg, place, path))
	}
	return out
}

// beginning keeps the first part of what is written to it.
type beginning struct{ bytes.Buffer }

const mostOutput = 1 << 20

func (b *beginning) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, mostOutput-b.Len()))])
	return len(p), nil
}
