package tracecmd

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// minimizeReplay replays candidates.
type minimizeReplay struct {
	player   replay.Player
	ids      map[string]uint16
	settings func(out string) []string // of the recorder
}

// replayFailure is the error of a candidate that cannot be replayed.
type replayFailure struct{ error }

func (f *replayFailure) Unwrap() error { return f.error }

// newMinimizeReplay returns a player of candidates of a recording.
func newMinimizeReplay(ctx context.Context, e *ui.Env, f *file.File, driver string) (*minimizeReplay, error) {
	path, err := hostPlayer(ctx, e)
	if err != nil {
		return nil, err
	}
	r := &minimizeReplay{player: replay.Player{Path: path, Args: []string{"--surface", "pbuffer"}, Output: io.Discard}}
	if driver != "" {
		r.player.Args = append(r.player.Args, "--driver", driver)
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
	if _, err := p.Play(ctx, script); err != nil {
		return "", &replayFailure{err}
	}
	played, err := openReplay(ctx, out, dir)
	if err != nil {
		return "", &replayFailure{err}
	}
	return out, errors.Join(played.Close(), removeCounts(out))
}
