package tracecmd

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

func stopCmd(e *ui.Env) *cobra.Command {
	f, t := &traceFlags{}, &traceTarget{}
	cmd := &cobra.Command{
		Use:   "stop --pid NUMBER | --name PREFIX | --app PACKAGE",
		Short: "End a recording; the program continues",
		Long: `Ends the recordings of the processes that --pid, --name or --app selects. The command waits until all recorded
calls are in the files. The recorded processes continue.

A recording that the trace layer itself writes to a file ends too. Calls that the trace layer keeps in memory
for a later recording are discarded.`,
		Example: `  gleslayergen trace stop --pid 4711
  gleslayergen trace stop --app com.example.game --json`,
		Args: ui.Args(0, 0, ""),
	}
	f.addApp(e, cmd)
	t.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := errors.Join(f.read(cmd), t.check(cmd, f.app)); err != nil {
			return err
		}
		ctx := cmd.Context()
		stopped := stopHosts(ctx, e, f, t)
		if len(stopped) == 0 {
			return stopRecorders(ctx, e, f, t)
		}
		printRecordings(e, stopped)
		if f.asJSON {
			return e.PrintJSON(recordReport{Schema: 1, Recordings: stopped})
		}
		return nil
	}
	return cmd
}

// stopHosts ends recordings by other runs of this tool.
func stopHosts(ctx context.Context, e *ui.Env, f *traceFlags, t *traceTarget) []record.Status {
	dir, err := link.Dir(os.Getenv)
	if err != nil {
		return nil
	}
	var stopped []record.Status
	for _, s := range activeRecordings(ctx) {
		if s.App != f.app || f.app == "" && !t.match()(link.Registration{PID: s.PID, Process: s.Process}) {
			continue
		}
		for _, a := range record.QueryReceivers(ctx, dir, record.Request{Command: "stop", PID: s.PID, App: s.App}) {
			stopped = append(stopped, a.Recordings...)
		}
	}
	return stopped
}

// stopRecorders stops recorders that no run of this tool reads.
func stopRecorders(ctx context.Context, e *ui.Env, f *traceFlags, t *traceTarget) error {
	if f.app != "" {
		return onApp(ctx, e, f, func(_ *adb.Device, a *record.App) error {
			found, err := a.Find(ctx)
			if err == nil && len(found) == 0 {
				err = &notRecorded{"app " + a.Name + " is not being recorded: " + a.ExplainMissing(), "for details: gleslayergen trace status --app " + a.Name}
			}
			return errors.Join(err, stopEach(ctx, e, a, found))
		})
	}
	from, found, err := recorders(ctx, e, t)
	if err == nil && len(found) == 0 {
		err = t.unrecordable()
	}
	if err != nil {
		return err
	}
	return stopEach(ctx, e, from, found)
}

// stopEach stops recorders.
func stopEach(ctx context.Context, e *ui.Env, from record.Source, found []link.Registration) error {
	var errs []error
	for _, r := range found {
		err := record.StopRecorder(ctx, from, r)
		if err == nil {
			e.Notef("gleslayergen: process %d (%s): recording stopped", r.PID, ui.OneLine(r.Process))
		}
		errs = append(errs, busyHint(err))
	}
	return errors.Join(errs...)
}
