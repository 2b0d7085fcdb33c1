package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// Player is the program that plays scripts. The recorder is part of it.
type Player struct {
	Path     string
	Args     []string
	Settings []string  // of the recorder: KEY=VALUE, without the prefix; nil if it records nothing
	Output   io.Writer // for what the driver prints
	Device   Remote    // where the player is; nil for this machine

	OnReading func(*Reading) error // called for the result of each request, in order; its data is valid until it returns; may be nil

	exitTime time.Duration // from the report to the end of the process; 0 is the default
}

// Remote is a player on a device: a *Device or an *App.
type Remote interface {
	// Place returns the directory of the device in which the new recording needs space.
	Place() string

	// Fetch copies a file of the player to a new file on this machine.
	Fetch(ctx context.Context, name, to string) error

	// Remove removes the player from the device, even if ctx is done.
	Remove(ctx context.Context) error

	command(ctx context.Context, args, variables []string) (*exec.Cmd, error)
	failure(ctx context.Context, status, frames int) error
}

// settingPrefix is the prefix of the recorder's settings in the environment.
const settingPrefix = "GLTRACE_"

const (
	// grace is the time for which the output of a player that has ended may stay open.
	grace = 10 * time.Second

	// defaultExitTime is the time in which the player ends after its report: its recorder writes the rest of the recording.
	defaultExitTime = 2 * time.Minute
)

// Play plays a script. If ctx is done, or the player does not end after its report, it is killed.
func (p *Player) Play(ctx context.Context, s *Script) (*Result, error) {
	cmd, err := p.command(ctx)
	if err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	enlargePipe(in)
	return p.play(ctx, cmd, func(running context.Context) error {
		err := s.Write(running, in)
		in.Close()
		return err
	})
}

// PlayPrepared is Play for a script in a file, which a player of this machine reads. A script can be played once.
func (p *Player) PlayPrepared(ctx context.Context, s *Prepared) (*Result, error) {
	cmd, err := p.command(ctx)
	if err != nil {
		return nil, err
	}
	cmd.Stdin = s.file
	return p.play(ctx, cmd, func(context.Context) error { return nil })
}

// play runs the player; write writes the script while it runs, until its context is done.
func (p *Player) play(ctx context.Context, cmd *exec.Cmd, write func(context.Context) error) (*Result, error) {
	cmd.Stderr, cmd.WaitDelay = p.Output, grace
	var kill *time.Timer
	r := &Result{onDone: func() {
		kill = time.AfterFunc(cmp.Or(p.exitTime, defaultExitTime), func() { cmd.Process.Kill() })
	}}
	out := &lineWriter{line: r.line}
	cmd.Stdout = out
	readings, err := receive(cmd, p.OnReading)
	if err != nil {
		return nil, err
	}
	err = cmd.Start()
	readings.started()
	if err != nil {
		return nil, errors.Join(err, readings.wait())
	}
	running, exited := context.WithCancel(ctx)
	status := make(chan error, 1)
	recovery.Go(func() {
		status <- cmd.Wait()
		exited() // the script can wait for what follows
	})
	failed := write(running)
	ended, unread := <-status, readings.wait()
	if kill != nil {
		kill.Stop()
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case unread != nil && !errors.Is(unread, io.ErrUnexpectedEOF): // else the player has ended
		return nil, unread
	case failed != nil && !isClosed(failed): // then the player refuses the rest
		return nil, failed
	case r.refused != nil:
		return nil, r.refused
	case ended != nil || !r.done:
		return nil, p.failure(ctx, cmd.ProcessState, len(r.Ends))
	case unread != nil:
		return nil, unread
	}
	return r, nil
}

// command returns the command that runs the player.
func (p *Player) command(ctx context.Context) (*exec.Cmd, error) {
	args := p.Args
	if p.Settings == nil {
		args = append(slices.Clone(args), "--unrecorded")
	}
	if p.Device != nil {
		return p.Device.command(ctx, args, p.variables())
	}
	cmd := exec.CommandContext(ctx, p.Path, args...)
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, settingPrefix) { // of another recorder
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, p.variables()...)
	return cmd, nil
}

// variables returns the settings as variables of the environment.
func (p *Player) variables() (out []string) {
	for _, s := range p.Settings {
		out = append(out, settingPrefix+s)
	}
	return out
}

// Functions returns the IDs of the functions that the player can call, by name.
func (p *Player) Functions(ctx context.Context) (map[string]uint16, error) {
	lister := *p
	lister.Args = []string{"--functions"}
	cmd, err := lister.command(ctx)
	if err != nil {
		return nil, err
	}
	list, err := cmd.Output()
	if err != nil && p.Device != nil {
		return nil, p.Device.failure(ctx, cmd.ProcessState.ExitCode(), 0)
	}
	if err != nil {
		return nil, fmt.Errorf("list the functions of the player: %w", err)
	}
	ids := map[string]uint16{}
	for line := range strings.Lines(string(list)) {
		var id uint16
		var name string
		if _, err := fmt.Sscan(line, &id, &name); err != nil {
			return nil, fmt.Errorf("list the functions of the player: %q: %w", line, err)
		}
		ids[name] = id
	}
	return ids, nil
}

// failure returns the error of a player that did not exit with 0, or made no report.
func (p *Player) failure(ctx context.Context, state *os.ProcessState, frames int) error {
	switch {
	case p.Device != nil:
		return p.Device.failure(ctx, state.ExitCode(), frames)
	case state.Success():
		return &CrashError{State: "no report", Frames: frames}
	}
	return &CrashError{State: state.String(), Frames: frames}
}

// isClosed reports whether the script failed because the player ended.
func isClosed(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, errClosedPipe) || errors.Is(err, os.ErrClosed) || errors.Is(err, io.ErrClosedPipe)
}

// lineWriter calls line for each complete line.
type lineWriter struct {
	mu   sync.Mutex
	rest []byte
	line func(string)
}

// maxLine is the maximum length of a line; the rest is ignored.
const maxLine = 4096

func (w *lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, b := range p {
		switch {
		case b == '\n':
			w.line(string(w.rest))
			w.rest = w.rest[:0]
		case len(w.rest) < maxLine:
			w.rest = append(w.rest, b)
		}
	}
	return len(p), nil
}
