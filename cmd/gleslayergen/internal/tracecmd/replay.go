package tracecmd

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// replayFlags are the flags of trace replay.
type replayFlags struct {
	frames  string
	rounds  uint
	speed   string
	check   string
	out     string
	noCache bool
	playFlags
	differenceFlags

	from, to int // frames
}

// Values of --speed and --check.
var (
	speeds = []string{"max", "real"}
	checks = []string{string(diff.Exact), string(diff.Tolerant), "off"}
)

func replayCmd(e *ui.Env) *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Make the calls of a recording again, and check the answers",
		Long: `Makes the calls of a recording again, in the recorded order and on as many threads, and records them. Then it
compares the new recording with FILE, as "trace diff" does: results, data that the driver wrote, and the images
of frames and draws, if FILE has them.

--device SERIAL makes the calls on a device. The player is built once for the ABI of the device, with the
Android NDK or else with clang and lld. It is copied to the device, runs there as the user of adb shell, draws
to pbuffers, and is removed at the end. With --apk it is installed as an app instead, which has the driver that
Android chooses for apps; this needs the build-tools of the Android SDK and Java.

--check exact is for the driver of the recording: every answer must be equal. --check tolerant is for another
driver: limits, texts and formats that drivers choose are not compared, and images approximately.

--frames FROM-TO plays and compares only these frames. The calls before them are made too, because they create
the objects and set the state. Draws to the window before them are made only if the recording has calls through
which a later frame can depend on them, such as copies from the window, or shaders that write to buffers.

If the recording has snapshots ("trace record --snapshot-every"), the replay begins with the last one before
the frames instead of the first call.

--loop N plays the frames N times without recording them, and prints the times of these rounds. Without
--check off, or with --out, the replay that is recorded comes first.

A replay without a check that is repeated reads its calls from a script in the user's cache directory.
--no-cache reads the recording each time.

--surface WxH gives all windows another size. Images are then not recorded and not compared. The program's
calls do not change: viewports, for example, have the recorded size.

A recording that lacks calls or data, or has damaged parts, is refused, with the reason and what to do. With
--force, what can be played is played. A recording that ends early is replayed up to its end, with a note.

The exit code is 0 if the replay made all calls of the frames and every answer that was compared is equal, else
8. Some functions are never called, because they need something of the recorded process.`,
		Example: `  gleslayergen trace record --frame-images -o game.gltrace -- ./game
  gleslayergen trace replay game.gltrace
  gleslayergen trace replay game.gltrace --driver /opt/angle --check tolerant --images differences
  gleslayergen trace replay game.gltrace --frames 100-120 --loop 10 --check off
  gleslayergen trace replay game.gltrace --device R58M --check tolerant`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceReplay(cmd.Context(), e, f, args[0]) },
	}
	f.add(e, cmd)
	return cmd
}

func (f *replayFlags) add(e *ui.Env, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.frames, "frames", "", framesHelp)
	flags.UintVar(&f.rounds, "loop", 0, "after that, play the frames `N` times without recording them, and print their times")
	flags.StringVar(&f.speed, "speed", speeds[0], "`max`, or real: at the times of the recording")
	flags.StringVar(&f.check, "check", checks[0], "compare answers and images: `exact`, tolerant, or off")
	flags.BoolVar(&f.noCache, "no-cache", false, "read the recording, and do not store its script")
	flags.StringVarP(&f.out, "out", "o", "", "keep the recording of the replay in `FILE`, which must not exist")
	f.playFlags.add(cmd)
	f.addDevice(e, cmd)
	f.differenceFlags.add(flags)
	for name, values := range map[string][]string{"speed": speeds, "check": checks} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// validate fails if a flag has an invalid value, or if flags contradict each other.
func (f *replayFlags) validate() error {
	err := cmp.Or(checkValue("speed", f.speed, speeds), checkValue("check", f.check, checks), f.playFlags.validate())
	if err != nil {
		return err
	}
	if f.width > 0 && f.images != "" {
		return ui.Usage("--surface "+f.surface, "cannot be combined with --images: images of another size are not compared", "leave out one of them")
	}
	if f.check == "off" && (f.images != "" || f.junit != "") {
		return ui.Usage("--check off", "cannot be combined with --images or --junit", "leave out --check off")
	}
	f.from, f.to, err = bounds("frames", f.frames)
	return err
}

func traceReplay(ctx context.Context, e *ui.Env, flags *replayFlags, path string) error {
	if err := flags.validate(); err != nil {
		return err
	}
	p, err := openPlayback(ctx, e, &flags.playFlags, path, flags.from)
	if err != nil {
		return err
	}
	defer p.a.Close()
	r := &replayRun{playback: p, flags: flags, report: replayReport{Schema: 1, A: path, B: flags.out, LeftOut: []replay.LeftOut{}, Missing: []string{}, Frames: []replay.FrameTime{}}}
	if err := r.run(ctx); err != nil {
		return err
	}
	return r.show()
}
