package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// viewFlags are the flags of trace view.
type viewFlags struct {
	compare string
	pid     int
	call    uint
	app     string
	ipv6    bool
	replay  bool
	playFlags
}

func viewCmd(e *ui.Env) *cobra.Command {
	f := &viewFlags{}
	cmd := &cobra.Command{
		Use:   "view FILE|live",
		Short: "Show a recording in a browser",
		Long: `Shows a recording in a browser: frames, calls, their durations, and the state of OpenGL ES after each call.
Open the printed URL in a browser on this machine. The URL works only once, in one browser; requests from other
programs are rejected. To end the viewer, press Ctrl-C.

If the file is still being written, the viewer shows new calls as they arrive. With "live" instead of FILE, the
viewer shows the recording that "trace record" or "trace start" is making. If there are several, select one
with --pid or --app.

Bookmarks and notes are saved as FILE.notes.json.

With --compare, you can compare frames with those of another recording.

With --replay, the viewer makes the calls again, as "trace replay" does, and shows the exact contents of
framebuffers and textures after each call, the history of a pixel, vertices after the vertex shader, the
overdraw, GPU times of draws, and frames with edited shaders. The recording must be complete.`,
		Example: `  gleslayergen trace view game.gltrace
  gleslayergen trace view game.gltrace --replay --driver /opt/mesa-new
  gleslayergen trace view live --app com.example.game
  gleslayergen trace view after.gltrace --compare before.gltrace`,
		Args: ui.Args(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(cmd, args[0]); err != nil {
				return err
			}
			return viewTrace(cmd.Context(), e, f, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.compare, "compare", "", "compare frames with those of the recording `OTHER`")
	flags.IntVar(&f.pid, "pid", 0, "with \"live\": show the recording of the process `PID`")
	flags.StringVar(&f.app, "app", "", "with \"live\": show the recording of the app `PACKAGE` on a device")
	flags.UintVar(&f.call, "call", 0, "select the call `N` when the page opens")
	flags.BoolVar(&f.ipv6, "ipv6", false, "listen on ::1 instead of 127.0.0.1")
	flags.BoolVar(&f.replay, "replay", false, "answer with exact contents, by replay; the next flags require it")
	f.playFlags.add(cmd)
	return cmd
}

func viewTrace(ctx context.Context, e *ui.Env, f *viewFlags, path string) error {
	if path == "live" {
		s, err := f.choose(activeRecordings(ctx))
		if err != nil {
			return err
		}
		path = s.File
	}
	recording, err := opened(ctx, path)
	if err != nil {
		return err
	}
	defer recording.Close()
	if f.call > 0 && f.call >= uint(recording.Len()) {
		return noCall(f.call, recording)
	}
	o := view.Options{Name: filepath.Base(path), Path: path, Live: beingWritten(path), Log: e.Notef}
	if f.compare != "" {
		if o.Other, err = opened(ctx, f.compare); err != nil {
			return err
		}
		defer o.Other.Close()
		o.OtherName = filepath.Base(f.compare)
	}
	if f.replay {
		inspector, err := f.inspector(ctx, e, recording, path)
		if err != nil {
			return err
		}
		defer inspector.Close()
		o.Inspector = inspector
	}
	server := view.New(recording, o)
	defer server.Close()
	return server.Serve(ctx, f.ipv6, func(url string) {
		if f.call > 0 {
			url += fmt.Sprintf("#i=%d", f.call)
		}
		e.Printf("%s\n", url)
		e.Notef("open this URL in a browser on this machine; the URL works only once; to end the viewer, press Ctrl-C")
	})
}

// validate fails if flags have invalid values or contradict each other.
func (f *viewFlags) validate(cmd *cobra.Command, path string) error {
	live := path == "live"
	switch {
	case !live && (f.pid != 0 || f.app != ""):
		return ui.Usage("trace view", "--pid and --app require \"live\" instead of FILE", "for example: gleslayergen trace view live --pid 4711")
	case live && f.replay:
		return ui.Usage("trace view live --replay", "a recording in progress cannot be replayed", "stop the recording, then: gleslayergen trace view FILE --replay")
	case f.replay:
		return f.playFlags.validate()
	}
	for _, name := range []string{"surface", "driver", "force"} {
		if cmd.Flags().Changed(name) {
			return ui.Usage("--"+name, "requires --replay", "for example: gleslayergen trace view FILE --replay --"+name+map[string]string{"surface": " pbuffer", "driver": " DIR"}[name])
		}
	}
	return nil
}

// inspector returns what answers by replay. It fails if the recording cannot be replayed. Close it before the recording.
func (f *viewFlags) inspector(ctx context.Context, e *ui.Env, recording *file.File, path string) (*inspect.Inspector, error) {
	if recording.End() == nil && beingWritten(path) {
		return nil, ui.WithHint(fmt.Errorf("trace view --replay: %s is still being written", path),
			"stop the recording first, or view it without --replay; if its program crashed, try again in a minute")
	}
	p := playback{e: e, play: &f.playFlags, a: recording, path: path}
	if err := p.checkReasons(ctx); err != nil {
		return nil, err
	}
	if err := p.preparePlayer(ctx); err != nil {
		return nil, err
	}
	return inspect.New(recording, p.player, p.ids, inspect.Options{Width: f.width, Height: f.height}), nil
}

// choose returns the recording in progress that the flags select.
func (f *viewFlags) choose(all []record.Status) (record.Status, error) {
	var going []record.Status
	for _, s := range all {
		if s.Reason == "" && (f.pid == 0 || s.PID == f.pid) && (f.app == "" || s.App == f.app) {
			going = append(going, s)
		}
	}
	switch len(going) {
	case 1:
		return going[0], nil
	case 0:
		return record.Status{}, ui.WithHint(errors.New("trace view live: no matching recording is in progress"), "to list recordings: gleslayergen trace status; to make a recording: gleslayergen trace record -- PROGRAM")
	}
	return record.Status{}, ui.Usage("trace view live", fmt.Sprintf("%d processes are being recorded", len(going)),
		fmt.Sprintf("select one with --pid or --app, for example: gleslayergen trace view live --pid %d", going[0].PID))

}

// beingWritten guesses whether a file is still being written: a recording that was cut off long ago does not
// grow.
func beingWritten(path string) bool {
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()) < time.Minute
}
