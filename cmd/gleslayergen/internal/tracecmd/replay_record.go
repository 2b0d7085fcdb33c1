package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// makeReplayDir makes the directory of the new recording, on the file system of --out if that is given.
func makeReplayDir(out string) (string, error) {
	if out == "" {
		return os.MkdirTemp("", "gleslayergen-replay-")
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
	if err := r.playTo(ctx, out); err != nil {
		return err
	}
	place := filepath.Dir(filepath.Dir(out))
	if r.player.Device != nil {
		place = r.player.Device.Place() + " on the device"
	}
	b, err := openReplay(ctx, out, place)
	if err != nil {
		return err
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

// openReplay opens the recording of a replay, which was written below a directory. It fails if the recording is not complete.
func openReplay(ctx context.Context, path, place string) (*file.File, error) {
	hint := "check that " + place + " has enough space"
	b, err := file.OpenContext(ctx, path)
	if err != nil {
		return nil, ui.WithHint(fmt.Errorf("the recording of the replay is not complete: %w", err), hint)
	}
	if t := b.Totals(); !b.IsWhole() || b.Cut() > 0 || t.Dropped+t.Lost > 0 || t.Damaged > 0 {
		err := fmt.Errorf("the recording of the replay is not complete: it has %s", ui.Count(t.Calls, "call"))
		return nil, errors.Join(ui.WithHint(err, hint), b.Close())
	}
	return b, nil
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
