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
		Long: `Records a running program from its next frame on. The recording starts with calls that describe the state at
that time; they are marked as made by the recorder. The program must have the trace layer, from run --layer
gltrace or trace record. This process records until trace stop, ^C, --frames, --seconds, or the end of the
program.

If gleslayergen already records the program, trace start changes options of that recording: for example trace
start --pid N --frame-images, or --frame-images=false.

A program without the layer must be restarted; --restart restarts an app of a device. With root on the device,
--late puts the layer into a running app. Use it only if the app cannot be restarted: until the app has loaded
the layer, every process of the device that uses EGL loads it too. For objects that the app created earlier,
the recording contains only the state that the driver returns to queries.`,
		Example: `  gleslayergen trace start --pid 4711 --frames 100
  gleslayergen trace start --name glmark2 --frame-images
  gleslayergen trace start --app com.example.game --restart`,
		Args: ui.Args(0, 0, ""),
	}
	f.traceFlags.add(e, cmd)
	f.traceTarget.add(cmd)
	f.addSetup(cmd.Flags())
	cmd.Flags().BoolVar(&f.restart, "restart", false, "restart an app that runs without the trace layer")
	cmd.Flags().BoolVar(&f.late, "late", false, "put the layer into a running app; requires root")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := errors.Join(f.read(cmd), f.traceTarget.check(cmd, f.app)); err != nil {
			return err
		}
		switch {
		case f.app == "" && (f.restart || f.late || f.keep || f.replace || f.force):
			return ui.Usage("trace start", "--restart, --late, --keep, --replace and --force require --app", "to restart a program of this machine: trace record -- PROGRAM")
		case f.restart && f.late:
			return ui.Usage("trace start", "both --restart and --late are given", "give only one of the two flags; --restart is safer")
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
	return fmt.Sprintf("process %d (%s) is already being recorded, by process %d into %s", b.PID, b.Process, b.Receiver, b.File)
}
func (b *busyError) Hint() string {
	which := fmt.Sprintf("--pid %d", b.PID)
	if b.App != "" {
		which = "--app " + b.App
	}
	return "to end that recording: gleslayergen trace stop " + which + "; to change its options, give them, for example --frame-images"
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
			e.Notef("gleslayergen: process %d: options changed", at.PID)
			return nil
		}
	}
	return ui.WithHint(fmt.Errorf("process %d: its recording has just ended", at.PID), "run the command again")
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
	return endRecording(e, &f.traceFlags, s, errors.Join(first, s.Wait()), &notRecorded{"nothing was recorded: the program has just ended", "to list the processes that can be recorded: gleslayergen trace status"})
}

// busyHint adds a hint to the error of a recorder that is in use.
func busyHint(err error) error {
	if errors.Is(err, link.ErrBusy) {
		return ui.WithHint(err, "another user records this program, or its layer writes a recording itself (GLTRACE_FILE); end that recording first")
	}
	return err
}
