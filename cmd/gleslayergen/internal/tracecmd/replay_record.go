package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// makeReplayDir makes the directory of the new recording, on the file system of --out if that is given.
func makeReplayDir(out string) (string, error) {
	if out == "" {
		dir, err := os.MkdirTemp("", "gleslayergen-replay-")
		return dir, recordingError(err, os.TempDir(), hintTemporary)
	}
	parent, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return "", err
	}
	if strings.Contains(parent, "%p") {
		return "", ui.Usage("--out "+out, "the recorder replaces %p in the name of the directory", "choose another directory")
	}
	dir, err := os.MkdirTemp(parent, ".gleslayergen-replay-")
	if err != nil {
		return "", ui.Usage("--out "+out, "cannot write to the directory "+parent+": "+ui.WithoutPath(err).Error(), "create the directory, or choose another one")
	}
	return dir, nil
}

// playRecorded plays the frames once, records them to out, and compares the recordings. With --out, it moves the new one there.
func (r *replayRun) playRecorded(ctx context.Context, out string) error {
	err := r.playTo(ctx, out)
	var b *file.File
	if err == nil {
		b, err = openReplay(ctx, out)
	}
	if err != nil {
		return r.recordingError(err, filepath.Dir(filepath.Dir(out)))
	}
	defer b.Close()
	if r.flags.out != "" {
		if err := moveNew(out, r.flags.out); err != nil {
			return err
		}
	}
	return r.check(ctx, b)
}

// playTo plays the frames once and records them to a file of this machine.
func (r *replayRun) playTo(ctx context.Context, out string) error {
	if r.player.Device == nil {
		return errors.Join(r.playRounds(ctx, r.settings(out), 1), removeCounts(out))
	}
	name := filepath.Base(out)
	if err := r.playRounds(ctx, r.settings(name), 1); err != nil {
		return err
	}
	return r.player.Device.Fetch(ctx, name, out)
}

// errIncomplete is the error of a replay whose recording is not complete.
var errIncomplete = errors.New("the recording of the replay is not complete")

// openReplay opens the recording of a replay. It fails with errIncomplete if the recording is not complete.
func openReplay(ctx context.Context, path string) (*file.File, error) {
	b, err := file.OpenContext(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errIncomplete, err)
	}
	if t := b.Totals(); !b.IsWhole() || b.Cut() > 0 || t.Dropped+t.Lost > 0 || t.Damaged > 0 {
		return nil, errors.Join(fmt.Errorf("%w: it has %s", errIncomplete, ui.Count(t.Calls, "call")), b.Close())
	}
	return b, nil
}

// The hints for a directory that has no space for the recording of a replay.
const (
	hintTemporary = "free space there, or set TMPDIR to a directory on another disk"
	hintNoOut     = hintTemporary + ", or record to another disk with --out FILE"
	hintOut       = "free space there, or choose a FILE on another disk for --out"
)

// recordingError returns the error of a replay that was recorded below dir.
func (r *replayRun) recordingError(err error, dir string) error {
	switch {
	case r.player.Device != nil && isUnrecorded(err):
		return ui.WithHint(err, "check that "+r.player.Device.Place()+" on the device has enough space")
	case r.flags.out != "":
		return recordingError(err, dir, hintOut)
	}
	return recordingError(err, dir, hintNoOut)
}

// recordingError returns the error of a replay that was recorded below a directory of this machine. If the directory is full, that is
// the error, with a hint what to do.
func recordingError(err error, dir, hint string) error {
	switch full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT); {
	case full || isUnrecorded(err) && isFull(dir):
		return ui.WithHint(fmt.Errorf("%s: no space left for the recording of the replay", dir), hint)
	case isUnrecorded(err):
		return ui.WithHint(err, "check that "+dir+" has enough space; the messages of the recorder are above")
	}
	return err
}

// isUnrecorded reports whether a replay failed because its recording ended.
func isUnrecorded(err error) bool {
	return errors.Is(err, replay.ErrUnrecorded) || errors.Is(err, errIncomplete)
}

// isFull reports whether a directory has no space for the recording of a replay.
func isFull(dir string) bool {
	const least = 1 << 20 // bytes: chunks that are larger do not fit
	free, err := fsx.FreeSpace(dir)
	return err == nil && free < least
}

// removeCounts removes the file in which the recorder counts calls: the confined player cannot do it.
func removeCounts(out string) error {
	if err := os.Remove(out + format.CountsSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// check compares the recording of the replay with the original, unless --check is off.
func (r *replayRun) check(ctx context.Context, b *file.File) (err error) {
	if r.flags.check == "off" {
		return nil
	}
	begin, end := r.script.Range()
	o := r.diff
	o.Mode, o.OtherPlatform, o.Placeholders, o.AllImages = diff.Mode(r.flags.check), true, true, r.flags.width == 0
	o.Played = func(c *file.Call) bool { return c.Index < end && r.script.Plays(c.Index) }
	in := func(int) bool { return true }
	if begin > 0 || r.flags.to >= 0 {
		in = inFrames(r.flags.from, r.flags.to)
	}
	o.Frames = func(frame int) bool { return in(frame) && !r.script.Restores(frame) }
	if r.report.Check, err = diff.Compare(ctx, r.a, b, o); err == nil {
		r.flags.noteImages(r.e, r.report.Check)
	}
	return err
}
