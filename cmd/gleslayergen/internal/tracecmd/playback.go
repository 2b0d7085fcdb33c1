package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// playFlags are the flags about the player, of the commands that play a recording.
type playFlags struct {
	surface string
	driver  string
	device  string
	apk     bool
	force   bool

	mode          string // of surfaces, in the player
	width, height int    // of --surface WxH; 0: as recorded
}

var surfaces = []string{"auto", "window", "pbuffer"}

func (f *playFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.surface, "surface", surfaces[0], "draw to windows of X11 (`window`), to pbuffers (pbuffer), or to windows if there is a display (auto); WxH is auto, and all windows have W x H pixels")
	flags.StringVar(&f.driver, "driver", "", "use libEGL and libGLESv2 of the directory `DIR`")
	flags.BoolVar(&f.force, "force", false, "play what is possible of a recording that lacks calls or data")
	_ = cmd.RegisterFlagCompletionFunc("surface", cobra.FixedCompletions(surfaces, cobra.ShellCompDirectiveNoFileComp))
}

// addDevice adds the flags for a device.
func (f *playFlags) addDevice(e *ui.Env, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.device, "device", "", "play on the device whose serial number begins with `SERIAL`")
	cmd.Flags().BoolVar(&f.apk, "apk", false, "with --device: play in an app, which has the driver that Android chooses for apps")
	_ = cmd.RegisterFlagCompletionFunc("device", devicecmd.CompleteSerials(e, devicecmd.ForSerial("")))
}

// validate fails if a flag has an invalid value, or if flags contradict each other.
func (f *playFlags) validate() error {
	if err := f.readSurface(); err != nil {
		return err
	}
	if err := checkValue("surface", f.mode, surfaces); err != nil {
		return err
	}
	return f.checkDevice()
}

// checkValue fails if a flag has none of the values.
func checkValue(flag, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return ui.Usage(fmt.Sprintf("--%s %q", flag, value), "unknown value", "choose one of "+strings.Join(values, ", "))
}

// readSurface reads --surface: the mode, or the size of windows.
func (f *playFlags) readSurface() error {
	f.mode = f.surface
	w, h, several := strings.Cut(f.surface, "x")
	width, err := strconv.Atoi(w)
	if !several || err != nil {
		return nil
	}
	const largest = 1 << 15 // of the player
	height, err := strconv.Atoi(h)
	if err != nil || min(width, height) < 1 || max(width, height) > largest {
		return ui.Usage(fmt.Sprintf("--surface %q", f.surface), fmt.Sprintf("not a size from 1x1 to %dx%[1]d", largest), "for example: --surface 640x480")
	}
	f.mode, f.width, f.height = surfaces[0], width, height
	return nil
}

// checkDevice fails if --device is combined with flags for this machine.
func (f *playFlags) checkDevice() error {
	switch {
	case f.device == "" && f.apk:
		return ui.Usage("--apk", "requires --device", "add --device SERIAL; to list devices: gleslayergen device list")
	case f.device == "":
	case f.driver != "":
		return ui.Usage("--device "+f.device, "cannot be combined with --driver: the player uses the driver of the device", "leave out --driver; to see the driver of the device: gleslayergen device driver")
	case f.mode == "window":
		return ui.Usage("--surface window", "cannot be combined with --device: the player draws to pbuffers on a device", "leave out --surface window")
	}
	return nil
}

// playback has a recording and the player that plays it.
type playback struct {
	e      *ui.Env
	play   *playFlags
	a      *file.File
	path   string        // of the recording
	player replay.Player // Device is nil without --device
	serial string        // of the device
	ids    map[string]uint16
	script *replay.Script // that was played last; nil if it was prepared
	noted  bool           // the note about the snapshot was printed
}

// openPlayback opens a recording that has a frame with the number first. It fails if the recording cannot be replayed. Close it
// with a.Close.
func openPlayback(ctx context.Context, e *ui.Env, play *playFlags, path string, first int) (playback, error) {
	p := playback{e: e, play: play, path: path}
	var err error
	if p.a, err = openRecording(ctx, e, path); err != nil {
		return p, err
	}
	err = checkFrame(p.a, first)
	if err == nil {
		err = p.checkReasons(ctx)
	}
	if err != nil {
		return p, errors.Join(err, p.a.Close())
	}
	return p, nil
}

// reasonsOfCheck has the reasons of a replay that does not fail for them: the check finds what is different.
var reasonsOfCheck = map[string]bool{"program-binaries": true, "shader-binaries": true, "late": true, "left-out": true, "unread": true}

// checkReasons fails if the recording cannot be replayed, unless --force is given.
func (p *playback) checkReasons(ctx context.Context) error {
	reasons, err := p.a.CannotReplay(ctx)
	if err != nil {
		return err
	}
	var texts, remedies []string
	for _, one := range reasons {
		if reasonsOfCheck[one.Reason] || p.play.force {
			p.e.Notef("note: %s; %s", countedReason(one), one.Remedy)
			continue
		}
		texts = append(texts, fmt.Sprintf("%s (%d)", one.Text, one.Count))
		remedies = append(remedies, one.Remedy)
	}
	if len(texts) == 0 {
		if why := p.a.WhyCut(); why != "" {
			p.e.Notef("note: the recording ends early, because %s; it is replayed up to its end", why)
		}
		return nil
	}
	return ui.WithHint(fmt.Errorf("%s cannot be replayed: %s", p.path, strings.Join(texts, "; ")),
		strings.Join(remedies, "; ")+"; or play what is possible with --force")
}

// preparePlayer finds the player, which is built if necessary, and what it can call.
func (p *playback) preparePlayer(ctx context.Context) error {
	if err := p.findPlayer(ctx); err != nil {
		return err
	}
	return p.listFunctions(ctx)
}

// findPlayer finds the player, which is built if necessary.
func (p *playback) findPlayer(ctx context.Context) (err error) {
	p.player = replay.Player{Args: []string{"--surface", p.play.mode}, Output: os.Stderr}
	if p.play.device != "" {
		err = p.prepareDevice(ctx)
	} else {
		p.player.Path, err = hostPlayer(ctx, p.e)
	}
	if err != nil {
		return err
	}
	if p.play.driver != "" {
		p.player.Args = append(p.player.Args, "--driver", p.play.driver)
	}
	return nil
}

// listFunctions finds what the player can call, once.
func (p *playback) listFunctions(ctx context.Context) (err error) {
	if p.ids == nil {
		p.ids, err = p.player.Functions(ctx)
	}
	return err
}

// playScript plays the recording with the size of --surface.
func (p *playback) playScript(ctx context.Context, o replay.Options) (*replay.Result, error) {
	script, err := p.newScript(ctx, o)
	if err != nil {
		return nil, err
	}
	frame, ok := script.Snapshot()
	p.noteSnapshot(frame, ok, script.Unused(), script.Missing())
	p.script = script
	p.e.Err.Flush()
	result, err := p.player.Play(ctx, script)
	if err != nil {
		return nil, p.withHint(err)
	}
	return result, nil
}

// newScript returns the script of the recording with the size of --surface.
func (p *playback) newScript(ctx context.Context, o replay.Options) (*replay.Script, error) {
	if err := p.listFunctions(ctx); err != nil {
		return nil, err
	}
	o.Width, o.Height = p.play.width, p.play.height
	return replay.New(ctx, p.a, p.ids, o)
}

// noteSnapshot prints once whether the replay begins with a snapshot, and why not with the last one before the frames; and which
// state from before the recording is missing.
func (p *playback) noteSnapshot(frame int, begins bool, unused replay.Unused, missing string) {
	if p.noted {
		return
	}
	p.noted = true
	if missing != "" {
		p.e.Notef("note: the recording lacks state from before it: %s", missing)
	}
	start := "the first call"
	if begins {
		start = fmt.Sprintf("the snapshot before frame %d", frame)
	}
	switch {
	case unused.Lacks != "":
		p.e.Notef("note: the replay begins with %s: the snapshot before frame %d lacks %s", start, unused.Frame, unused.Lacks)
	case begins:
		p.e.Notef("note: the replay begins with %s", start)
	}
}

// hostPlayer returns the path of the player for this machine, which is built if necessary.
func hostPlayer(ctx context.Context, e *ui.Env) (string, error) {
	path, err := playerMaker(e, "").Player(ctx)
	if errors.Is(err, player.ErrNoCompiler) {
		err = ui.WithHint(err, "install gcc or another C compiler, or set CC to one")
	}
	return path, err
}

// playerMaker returns a Maker that prints a message before a build.
func playerMaker(e *ui.Env, what string) player.Maker {
	return player.Maker{OnBuild: func() {
		e.Notef("gleslayergen: building the player of recordings%s; this takes about half a minute and is done once", what)
		e.Err.Flush()
	}}
}

// checkFrame fails if the recording does not have the first of the selected frames.
func checkFrame(a *file.File, first int) error {
	if first > 0 && first >= len(a.Frames()) {
		return noFrame(first, a)
	}
	return nil
}

// withReplayHint adds what to do to an error of the player.
func withReplayHint(err error) error {
	var refused *replay.RefusedError
	switch {
	case errors.As(err, &refused) && refused.Call >= 0:
		return ui.WithHint(err, fmt.Sprintf("to see the call: gleslayergen trace dump FILE --calls %d", refused.Call))
	case refused != nil && refused.Driver:
		return ui.WithHint(err, replay.DriverHint)
	case refused != nil:
		return ui.WithHint(err, "to draw without a window: --surface pbuffer; to use another driver: --driver DIR")
	case errors.As(err, new(*replay.CrashError)):
		return ui.WithHint(err, "the messages of the driver are above; to play only a part, add --frames FROM-TO; to try another driver, --driver DIR")
	}
	return err
}
