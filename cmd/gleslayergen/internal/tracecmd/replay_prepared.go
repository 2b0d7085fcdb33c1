package tracecmd

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/build"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// playStored plays a stored script, or else the recording. It uses no stored script for a replay that is recorded or on a device.
func (r *replayRun) playStored(ctx context.Context, o replay.Options) (*replay.Result, error) {
	if r.flags.noCache || r.player.Settings != nil || r.player.Device != nil {
		return r.playScript(ctx, o)
	}
	o.Width, o.Height = r.play.width, r.play.height
	store := replay.Store{Version: version(r.player.Path)}
	result, err := r.playPrepared(ctx, store, o)
	if err == nil && result == nil {
		result, err = r.playScript(ctx, o)
	}
	if err != nil && ctx.Err() == nil {
		store.Forget(r.path, o)
	}
	return result, err
}

// playPrepared plays a stored script. It returns nil if there is none.
func (r *replayRun) playPrepared(ctx context.Context, store replay.Store, o replay.Options) (*replay.Result, error) {
	script, err := store.Prepare(ctx, r.a, r.path, o, func() (*replay.Script, error) { return r.newScript(ctx, o) })
	if err != nil || script == nil {
		return nil, err
	}
	defer script.Close()
	r.noteSnapshot(script.Snapshot, script.Snapshot >= 0, script.Unused, script.Missing)
	r.e.Err.Flush()
	result, err := r.player.PlayPrepared(ctx, script)
	if err != nil {
		return nil, r.withHint(err)
	}
	r.script, r.report.Prepared, r.report.LeftOut, r.report.Incomplete = nil, true, script.LeftOut, script.LeftOutOfFrames
	return result, nil
}

// version returns what distinguishes this program and a player from others, which can have other scripts; "" if it is unknown. The
// path of a player has the hash of its sources.
func version(player string) string {
	id := build.ProgramID()
	if id == "" {
		return ""
	}
	return id + " " + player
}
