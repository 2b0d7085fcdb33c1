package tracecmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// startFlags are the flags of trace start.
type startFlags struct {
	recordFlags
	traceTarget
	restart, late bool
}

func startCmd(e *ui.Env) *cobra.Command {
	f := &startFlags{}
	cmd := &cobra.Command{
		Use:   "start --pid NUMBER | --name PREFIX | --app PACKAGE",
		Short: "Record a program that runs with the trace layer",
		Long: `Records a program that is already running, from its next frame on. The program must have been started with the
trace layer, by "gleslayergen run --layer gltrace" or by "gleslayergen trace record". The file begins with
calls that describe the state of OpenGL ES at the start of the recording. The trace layer adds these calls, and
they are marked [recorder].

The recording ends when the program ends, when you press Ctrl-C or run "gleslayergen trace stop", or at the
limit of --frames or --seconds.

If gleslayergen already records the program, this command changes options of that recording. For example,
--frame-images=false ends the recording of images.

A program without the trace layer must be restarted with "gleslayergen trace record". If an app on a device
runs without the trace layer, add --restart to restart the app with the layer.

If the app cannot be restarted and the device has root, --late loads the trace layer into the running app.
Until the app has loaded the layer, every process on the device that uses EGL loads the layer too. For objects
that the app created earlier, the recording contains only the state that can be queried from the driver.

A recording that begins after the program cannot be replayed with the same images. --replayable therefore
requires --restart, which then restarts the app even if it runs with the trace layer.`,
		Example: `  gleslayergen trace start --pid 4711 --frames 100
  gleslayergen trace start --name glmark2 --frame-images
  gleslayergen trace start --app com.example.game --restart`,
		Args: ui.Args(0, 0, ""),
	}
	f.traceFlags.add(e, cmd)
	f.traceTarget.add(cmd)
	f.addSetup(cmd.Flags())
	cmd.Flags().BoolVar(&f.restart, "restart", false, "restart the app with the trace layer if it runs without the layer")
	cmd.Flags().BoolVar(&f.late, "late", false, "load the trace layer into the running app; requires root on the device")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := errors.Join(f.read(cmd), f.traceTarget.check(cmd, f.app)); err != nil {
			return err
		}
		switch {
		case f.app == "" && (f.restart || f.late || f.keep || f.replace || f.force):
			return ui.Usage("trace start", "--restart, --late, --keep, --replace and --force require --app", "to start a program on this machine with the trace layer: gleslayergen trace record -- PROGRAM")
		case f.restart && f.late:
			return ui.Usage("trace start", "both --restart and --late are given", "give only one of the two flags; --restart is safer")
		case f.replayable && !f.restart:
			return ui.Usage("trace start", "--replayable requires --restart: a recording that begins after the program cannot be replayed with the same images",
				"to record a program from its start: gleslayergen trace record --replayable -- PROGRAM")
		case f.app != "":
			return startApp(cmd.Context(), e, f)
		}
		return startLocal(cmd.Context(), e, f)
	}
	return cmd
}

// startLocal records processes of this machine.
func startLocal(ctx context.Context, e *ui.Env, f *startFlags) error {
	from, found, err := recorders(ctx, e, &f.traceTarget)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return f.unrecordable()
	}
	running := activeRecordings(ctx)
	var free []link.Registration
	for _, r := range found {
		switch host := hostOf(running, "", r.PID); {
		case host == nil:
			free = append(free, r)
		case len(f.changed) == 0:
			return &busyError{*host}
		default:
			if err := switchOptions(ctx, e, f, *host); err != nil {
				return err
			}
		}
	}
	if len(free) == 0 {
		return nil
	}
	from.Match = record.ByPID(free[0].PID)
	s := f.session(free[0].Process)
	if s.Numbered = len(free) > 1; s.Numbered {
		from.Match = f.match()
	}
	return recordRunning(ctx, e, f, s, from)
}

// hostOf returns the recording of a process by another run of this tool.
func hostOf(list []record.Status, app string, pid int) *record.Status {
	for _, s := range list {
		if s.App == app && (s.PID == pid || pid == 0) {
			return &s
		}
	}
	return nil
}

// busyError is the error of a process that is already being recorded.
type busyError struct{ record.Status }

func (b *busyError) Error() string {
	return fmt.Sprintf("process %d (%s) is already being recorded: the gleslayergen process %d writes %s", b.PID, b.Process, b.Receiver, b.File)
}
func (b *busyError) Hint() string {
	which := fmt.Sprintf("--pid %d", b.PID)
	if b.App != "" {
		which = "--app " + b.App
	}
	return "to end that recording: gleslayergen trace stop " + which + "; to change an option of the recording, for example: gleslayergen trace start " + which + " --frame-images"
}

// switchOptions asks the receiver of a recording to change options.
func switchOptions(ctx context.Context, e *ui.Env, f *startFlags, at record.Status) error {
	dir, err := recorderDir()
	if err != nil {
		return err
	}
	for _, a := range record.QueryReceivers(ctx, dir, record.Request{Command: "change", PID: at.PID, App: at.App, Changes: f.changed}) {
		switch {
		case a.Error != "":
			return ui.WithHint(errors.New(a.Error), "to see whether the program is still being recorded: gleslayergen trace status")
		case len(a.Recordings) > 0 && f.asJSON:
			return e.PrintJSON(recordReport{Schema: 1, Recordings: a.Recordings})
		case len(a.Recordings) > 0:
			e.Notef("gleslayergen: process %d: the options of the recording were changed", at.PID)
			return nil
		}
	}
	return ui.WithHint(fmt.Errorf("process %d: the recording has just ended", at.PID), "to start a new recording, run the command again")
}

// recordRunning records the current processes of a source until all of them end.
func recordRunning(ctx context.Context, e *ui.Env, f *startFlags, s *record.Session, from record.Source) error {
	defer serve(e, s)()
	show := newProgress(e)
	var first error
	show.follow(s)
	s.OnError = func(_ link.Registration, err error) { first = errors.Join(first, busyHint(err)) }
	if err := s.Once(ctx, from); err != nil {
		return err
	}
	show.watch(ctx, s, f.limit(), func() bool { return s.IsFinished() || len(s.Statuses()) == 0 })
	return endRecording(ctx, e, &f.traceFlags, s, errors.Join(first, s.Wait()), &notRecorded{"nothing was recorded: the program has just ended", "to list the processes that can be recorded: gleslayergen trace status"})
}

// busyHint adds a hint to the error of a recorder that is in use.
func busyHint(err error) error {
	if errors.Is(err, link.ErrBusy) {
		return ui.WithHint(err, "end the gleslayergen process that records this program; another user may have started that process")
	}
	return err
}
