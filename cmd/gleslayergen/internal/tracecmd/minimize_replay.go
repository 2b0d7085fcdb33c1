package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// minimizeReplay replays candidates.
type minimizeReplay struct {
	e        *ui.Env
	noted    sync.Once // what the first replay leaves out
	player   replay.Player
	ids      map[string]uint16
	settings func(out string) []string // of the recorder
}

// replayFailure is the error of a candidate that cannot be replayed.
type replayFailure struct{ error }

func (f *replayFailure) Unwrap() error { return f.error }

// replayError returns the error of a replay below a directory. A full disk is not a failure of the candidate.
func replayError(err error, dir string) error {
	if isFull(dir) {
		return fmt.Errorf("%w: %w", syscall.ENOSPC, err)
	}
	return &replayFailure{err}
}

// newMinimizeReplay returns a player of candidates of a recording. It fails if the recording cannot be replayed.
func newMinimizeReplay(ctx context.Context, e *ui.Env, f *file.File, path string, flags *minimizeFlags) (*minimizeReplay, error) {
	p := playback{e: e, play: &playFlags{force: flags.force}, a: f, path: path}
	if err := p.checkReasons(ctx); err != nil {
		return nil, err
	}
	host, err := hostPlayer(ctx, e)
	if err != nil {
		return nil, err
	}
	r := &minimizeReplay{e: e, player: replay.Player{Path: host, Args: []string{"--surface", "pbuffer"}, Output: io.Discard}}
	if flags.driver != "" {
		r.player.Args = append(r.player.Args, "--driver", flags.driver)
	}
	r.settings = func(out string) []string { return recorderSettings(f.Options(), out) }
	r.ids, err = r.player.Functions(ctx)
	return r, err
}

// play replays a candidate, and returns the path of the recording of the replay, in the same directory.
func (r *minimizeReplay) play(ctx context.Context, path string) (string, error) {
	f, err := file.OpenContext(ctx, path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	script, err := replay.New(ctx, f, r.ids, replay.Options{To: -1})
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(path)
	out := filepath.Join(dir, "replay"+record.Extension)
	p := r.player
	p.Settings = r.settings(out)
	result, err := p.Play(ctx, script)
	if err != nil {
		return "", replayError(err, dir)
	}
	r.noted.Do(func() { notePlayed(r.e, script.LeftOut(), result.Missing) })
	played, err := openReplay(ctx, out)
	if err != nil {
		return "", replayError(err, dir)
	}
	return out, errors.Join(played.Close(), removeCounts(out))
}
