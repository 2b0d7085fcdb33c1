package tracecmd

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// replayRun is a replay in progress.
type replayRun struct {
	playback
	flags  *replayFlags
	diff   diff.Options
	result *replay.Result
	report replayReport
}

// replayReport is the JSON report of trace replay.
type replayReport struct {
	Schema     int                `json:"schema"`
	A          string             `json:"file"`
	Serial     string             `json:"serial,omitempty"` // of the device that played the recording
	B          string             `json:"out,omitempty"`    // the recording of the replay
	Calls      int                `json:"calls"`            // that were made
	LeftOut    []replay.LeftOut   `json:"left_out"`         // calls that were not made, by reason
	Missing    []string           `json:"missing"`          // functions that the driver does not have
	Incomplete int                `json:"incomplete"`       // calls of the frames that were not made; the exit code is then 8
	Processor  int64              `json:"processor"`        // ns of processor time, of all threads
	Prepared   bool               `json:"prepared"`         // the script of an earlier replay was played
	Summary    replay.Summary     `json:"summary"`
	Frames     []replay.FrameTime `json:"frames"`
	Check      *diff.Report       `json:"check,omitempty"` // absent with --check off
}

// run plays the recording, and compares the new one with it.
func (r *replayRun) run(ctx context.Context) (err error) {
	defer func() { err = r.removeFromDevice(ctx, err) }()
	if err := r.prepare(ctx); err != nil {
		return err
	}
	dir, err := makeReplayDir(r.flags.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "replay"+record.Extension)
	switch recorded := r.flags.check != "off" || r.flags.out != ""; {
	case recorded:
		err = r.playRecorded(ctx, out)
	case r.flags.rounds == 0:
		err = r.playRounds(ctx, nil, 1)
	}
	if err == nil && r.flags.rounds > 0 {
		err = r.playRounds(ctx, nil, int(min(r.flags.rounds, math.MaxInt32)))
	}
	return err
}

// prepare finds the player, which is built if necessary, and what it can call.
func (r *replayRun) prepare(ctx context.Context) error {
	if r.flags.out != "" {
		if err := checkNew(r.flags.out); err != nil {
			return err
		}
	}
	options, err := r.flags.options()
	if err != nil {
		return err
	}
	r.diff = options
	if err := r.findPlayer(ctx); err != nil {
		return err
	}
	r.report.Serial = r.serial
	if r.flags.speed == "real" {
		r.player.Args = append(r.player.Args, "--real")
	}
	return nil
}

// playRounds plays the frames several times, with settings of the recorder; without settings, it records nothing.
func (r *replayRun) playRounds(ctx context.Context, settings []string, rounds int) error {
	r.player.Settings = settings
	o := replay.Options{From: r.flags.from, To: r.flags.to, Rounds: rounds, Timed: r.flags.speed == "real"}
	// One goroutine writes the script, and the player needs a processor of its own. More for Go take 8 % more processor time.
	processors := runtime.GOMAXPROCS(1)
	result, err := r.playStored(ctx, o)
	runtime.GOMAXPROCS(processors)
	if err != nil {
		return err
	}
	if r.script != nil {
		r.report.LeftOut, r.report.Incomplete = r.script.LeftOut(), r.script.LeftOutOfFrames()
	}
	r.result = result
	r.report.Calls, r.report.Processor, r.report.Missing = result.Calls, int64(result.Processor), append([]string{}, result.Missing...)
	r.report.Frames = result.Times(r.flags.from, r.lastFrame())
	r.report.Summary = replay.Summarize(r.report.Frames)
	return nil
}

// lastFrame returns the last frame that is played.
func (r *replayRun) lastFrame() int {
	last := len(r.a.Frames()) - 1
	if r.flags.to >= 0 {
		last = min(last, r.flags.to)
	}
	return last
}

// settings returns the settings of the recorder in the player: its options are those of the recording.
func (r *replayRun) settings(out string) []string {
	o := r.a.Options()
	if r.flags.width > 0 {
		o = proto.CloneOf(o)
		o.FrameImages, o.DrawImages = false, false // they have another size
	}
	return recorderSettings(o, out)
}

// recorderSettings returns the settings of a recorder in the player that records all calls to a file with some options.
func recorderSettings(options *tracepb.Options, out string) []string {
	o := proto.CloneOf(options)
	o.Recording, o.Block, o.Untimed = true, true, false
	list := []string{"start=1", "file=" + out, "folder=none"}
	for _, name := range record.Settings(o) {
		list = append(list, name+"=1")
	}
	if o.GetImageSize() > 0 {
		list = append(list, "image_size="+strconv.FormatUint(uint64(o.GetImageSize()), 10))
	}
	for i, s := range list {
		name, value, _ := strings.Cut(s, "=")
		list[i] = strings.ToUpper(name) + "=" + value
	}
	return list
}
