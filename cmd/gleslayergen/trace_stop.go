package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

func traceStopCmd(e *env) *cobra.Command {
	f, t := &traceFlags{}, &traceTarget{}
	cmd := &cobra.Command{
		Use:   "stop --pid NUMBER | --name PREFIX | --app PACKAGE",
		Short: "End the recording of a program, which goes on",
		Long: `Ends recordings that another run of this tool makes, and waits until all that was recorded is in their files.
A recorder that records without a host, straight to a file or into its buffers, is told to stop itself.`,
		Example: `  gleslayergen trace stop --pid 4711
  gleslayergen trace stop --app com.example.game --json`,
		Args: wantArgs(0, 0, ""),
	}
	f.addApp(e, cmd)
	t.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := errors.Join(f.read(cmd), t.check(cmd, f.app)); err != nil {
			return err
		}
		ctx := cmd.Context()
		stopped := e.stopHosts(ctx, f, t)
		if len(stopped) == 0 {
			return e.stopRecorders(ctx, f, t)
		}
		e.tellRecorded(stopped)
		if f.asJSON {
			return e.printJSON(recordReport{Schema: 1, Recordings: stopped})
		}
		return nil
	}
	return cmd
}

// stopHosts ends the recordings that runs of this tool make.
func (e *env) stopHosts(ctx context.Context, f *traceFlags, t *traceTarget) []record.Status {
	folder, err := link.Folder(os.Getenv)
	if err != nil {
		return nil
	}
	var stopped []record.Status
	for _, s := range hosts(ctx) {
		if s.App != f.app || f.app == "" && !t.want()(link.Registration{PID: s.PID, Process: s.Process}) {
			continue
		}
		for _, a := range record.QueryReceivers(ctx, folder, record.Request{Command: "stop", PID: s.PID, App: s.App}) {
			stopped = append(stopped, a.Recordings...)
		}
	}
	return stopped
}

// stopRecorders tells recorders to stop that no run of this tool has.
func (e *env) stopRecorders(ctx context.Context, f *traceFlags, t *traceTarget) error {
	if f.app != "" {
		return e.onApp(ctx, f, func(_ *adb.Device, a *record.App) error {
			found, err := a.Find(ctx)
			if err == nil && len(found) == 0 {
				err = &notRecorded{"app " + a.Name + " is not recorded: " + a.ExplainMissing(), "gleslayergen trace status --app " + a.Name + " tells more"}
			}
			return errors.Join(err, e.stopEach(ctx, a, found))
		})
	}
	from, found, err := e.recorders(ctx, t)
	if err == nil && len(found) == 0 {
		err = t.unrecordable()
	}
	if err != nil {
		return err
	}
	return e.stopEach(ctx, from, found)
}

// stopEach tells recorders to stop.
func (e *env) stopEach(ctx context.Context, from record.Source, found []link.Registration) error {
	var errs []error
	for _, r := range found {
		err := record.StopRecorder(ctx, from, r)
		if err == nil {
			e.notef("gleslayergen: process %d (%s) records nothing now", r.PID, oneLine(r.Process))
		}
		errs = append(errs, busyHint(err))
	}
	return errors.Join(errs...)
}
