package tracecmd

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/minimize"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// minimizing is a run of trace minimize.
type minimizing struct {
	e       *ui.Env
	flags   *minimizeFlags
	command []string
	f       *file.File
	calls   *minimize.Recording
	replay  *minimizeReplay // nil without --replay
	wanted  outcome         // with FILE
	temp    *temporary      // the files of the candidates
	shown   *progress
	report  minimizeReport
}

// Files in OUT.minimize.
const resultsName, bestName = "results", "best" + record.Extension

func (m *minimizing) run(ctx context.Context, path string) (err error) {
	state := m.flags.out + ".minimize"
	if err := os.MkdirAll(state, 0o700); err != nil {
		return err
	}
	lock, locked, err := fsx.TryLock(state)
	switch {
	case err != nil:
		return err
	case locked == fsx.LockBusy:
		return ui.WithHint(fmt.Errorf("%s: another process uses the directory", state), "wait until it ends, or choose another file with --out")
	}
	defer lock.Close()
	if err := checkState(state); err != nil {
		return err
	}
	if m.temp, err = newTemporary(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.temp.remove()) }()
	p, log, err := m.prepare(ctx, path, state)
	if err != nil {
		_ = os.Remove(state) // fails if it has results of an earlier run
		return m.temp.withHint(err)
	}
	result, err := m.minimize(ctx, p, log, filepath.Join(state, bestName))
	if err = errors.Join(err, log.Close()); err != nil {
		return m.temp.withHint(m.stopped(state, log, err))
	}
	if err := m.finish(ctx, result); err != nil {
		return m.temp.withHint(err)
	}
	return removeState(state)
}

// prepare runs the command with FILE, and opens the results of earlier runs in which it failed in the same way.
func (m *minimizing) prepare(ctx context.Context, path, state string) (p minimize.Problem, log *minimize.Log, err error) {
	if m.calls, err = minimize.Read(ctx, m.f); err != nil {
		return p, nil, err
	}
	if m.flags.replay {
		if m.replay, err = newMinimizeReplay(ctx, m.e, m.f, path, m.flags); err != nil {
			return p, nil, err
		}
	}
	p = m.calls.Problem()
	if err := m.first(ctx, &p); err != nil {
		return p, nil, err
	}
	log, err = m.openLog(state, path)
	return p, log, err
}

// removeState removes the directory and the files that the command made in it, and no others.
func removeState(state string) error {
	for _, name := range []string{resultsName, bestName} {
		if err := os.Remove(filepath.Join(state, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return os.Remove(state)
}

// checkState fails if the directory has files of the user.
func checkState(state string) error {
	entries, err := os.ReadDir(state)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); !entry.Type().IsRegular() || name != resultsName && name != bestName {
			return ui.WithHint(fmt.Errorf("%s: the directory has %s, which this command did not make", state, name), "delete the directory, or choose another file with --out")
		}
	}
	return nil
}

// openLog opens the results of earlier runs with the same recording, command, options and failure.
func (m *minimizing) openLog(state, path string) (*minimize.Log, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, in); err != nil {
		return nil, err
	}
	fmt.Fprintf(hash, "%d %q %q %v %q %d %d %d", minimize.Units, m.command, m.flags.match, m.flags.replay, m.flags.driver, m.flags.seconds, m.wanted.code, m.wanted.signal)
	log, err := minimize.OpenLog(filepath.Join(state, resultsName), hex.EncodeToString(hash.Sum(nil)))
	if errors.Is(err, minimize.ErrOtherProblem) {
		err = ui.WithHint(fmt.Errorf("%s: %w", state, err), "delete the directory, or choose another file with --out")
	}
	return log, err
}

// minimize runs the command with smaller recordings. The smallest one for which it failed is written to best.
func (m *minimizing) minimize(ctx context.Context, p minimize.Problem, log *minimize.Log, best string) (minimize.Result, error) {
	p.Jobs, p.Log = m.jobs(), log
	p.Fails = m.fails
	p.OnStep = func(step minimize.Step) error {
		m.show(step)
		return m.temp.moveFailing(step.Set, best)
	}
	defer m.shown.end()
	return p.Minimize(ctx)
}

// jobs returns how many candidates can be tested at the same time: --jobs, or as many as there is space for.
func (m *minimizing) jobs() int {
	jobs := int(min(m.flags.jobs, math.MaxInt32))
	if room := m.temp.room(); room < jobs {
		m.e.Notef("note: %s has space for %s at the same time, not for %d", os.TempDir(), ui.Count(room, "candidate"), jobs)
		return room
	}
	return jobs
}

// first runs the command with the whole recording.
func (m *minimizing) first(ctx context.Context, p *minimize.Problem) (err error) {
	all := p.All()
	m.report.Calls = m.calls.Calls(all)
	if m.wanted, err = m.try(ctx, all); err != nil {
		return err
	}
	m.report.Failure = m.wanted.String()
	switch {
	case m.wanted.late:
		return ui.WithHint(fmt.Errorf("the command does not end within %d seconds with the whole recording", m.flags.seconds), "give a longer --timeout, or none")
	case m.wanted.skipped != nil:
		return fmt.Errorf("the replay of the recording failed: %w", m.wanted.skipped)
	case m.wanted.code == 0:
		return ui.WithHint(errors.New("the command succeeds with the whole recording"), "give a command that fails with the recording")
	case m.wanted.code == untestable:
		return errors.New("the command ends with the exit code 125, which means that the recording cannot be tested")
	case !m.wanted.matches:
		return ui.WithHint(fmt.Errorf("the output of the command does not match %q", m.flags.match), "its output was: "+ui.OneLine(m.wanted.output))
	}
	return nil
}

// fails runs the command with a candidate, and again if it fails in the same way: the driver can have drawn undefined contents.
func (m *minimizing) fails(ctx context.Context, s file.Set) (bool, error) {
	if is, err := m.try(ctx, s); err != nil || !is.same(m.wanted) {
		return false, err
	}
	dir, err := m.temp.make()
	if err != nil {
		return false, err
	}
	path, is, err := m.tryIn(ctx, dir, s)
	failed := err == nil && is.same(m.wanted)
	if failed {
		err = m.temp.keepFailing(s, path)
	}
	return failed, errors.Join(err, os.RemoveAll(dir))
}

// write writes a candidate, without a replay.
func (m *minimizing) write(ctx context.Context, w io.Writer, s file.Set) error {
	buffered := bufio.NewWriterSize(w, 256<<10)
	if err := m.calls.Write(ctx, buffered, s); err != nil {
		return err
	}
	return buffered.Flush()
}

// try runs the command with a candidate in a directory of its own.
func (m *minimizing) try(ctx context.Context, s file.Set) (outcome, error) {
	dir, err := m.temp.make()
	if err != nil {
		return outcome{}, err
	}
	_, is, err := m.tryIn(ctx, dir, s)
	return is, errors.Join(err, m.temp.measure(dir), os.RemoveAll(dir))
}

// tryIn runs the command with a candidate, which it writes to a directory. It returns the path of the recording for the command.
func (m *minimizing) tryIn(ctx context.Context, dir string, s file.Set) (path string, is outcome, err error) {
	limited, stop := m.limit(ctx)
	defer stop()
	started := time.Now()
	if path, err = m.candidate(limited, dir, s); err == nil {
		is, err = m.runCommand(limited, path)
	}
	is.took = time.Since(started)
	var failed *replayFailure
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case limited.Err() != nil:
		is.late, err = true, nil
	case errors.As(err, &failed):
		is.skipped, err = failed, nil
	}
	return path, is, err
}

// candidate writes a candidate below a directory, and replays it with --replay. It returns the path of the recording for the command.
func (m *minimizing) candidate(ctx context.Context, dir string, s file.Set) (string, error) {
	path := filepath.Join(dir, "candidate"+record.Extension)
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	if err := errors.Join(m.write(ctx, out, s), out.Close()); err != nil || m.replay == nil {
		return path, err
	}
	return m.replay.play(ctx, path)
}

// finish checks the result again, and moves it to OUT.
func (m *minimizing) finish(ctx context.Context, r minimize.Result) error {
	dir, err := m.temp.make()
	if err != nil {
		return err
	}
	path, is, err := m.tryIn(ctx, dir, r.Set)
	if err != nil {
		return err
	}
	if !is.same(m.wanted) {
		return ui.WithHint(fmt.Errorf("the command does not always fail in the same way: it ended with %s for the result, not with %s", is, m.wanted), "give a command whose result depends only on the recording")
	}
	m.report.Kept, m.report.Steps, m.report.Tested, m.report.Known = m.calls.Calls(r.Set), r.Steps, r.Tests.Run, r.Tests.Known
	err = ui.WriteNew(m.flags.out, 0o600, func(w io.Writer) error {
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		m.report.After, err = io.Copy(w, in)
		return err
	})
	if errors.Is(err, os.ErrExist) {
		return errExists(m.flags.out)
	}
	return err
}

// stopped prints how to continue after an error. Without results, it removes the directory.
func (m *minimizing) stopped(state string, log *minimize.Log, err error) error {
	if log.IsEmpty() {
		return errors.Join(err, removeState(state))
	}
	best := filepath.Join(state, bestName)
	if _, failed := os.Lstat(best); failed == nil {
		m.e.Notef("note: the smallest recording so far is %s", best)
	}
	m.e.Notef("note: to continue, run the same command again")
	return err
}

// show shows a step on a terminal.
func (m *minimizing) show(step minimize.Step) {
	m.shown.line(fmt.Sprintf("%s of %d, %s: %s", ui.Count(m.calls.Calls(step.Set), "call"), m.report.Calls, ui.Count(step.Tests.Run, "candidate"), step.Pass))
}
