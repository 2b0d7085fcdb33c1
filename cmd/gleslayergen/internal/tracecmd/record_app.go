package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// Intervals of searching recorders on a device, before and after the first one is found, and the time limit
// for the first one.
const (
	firstAsk = 200 * time.Millisecond
	nextAsk  = 2 * time.Second
	appTime  = 45 * time.Second
)

// recordApp runs trace record --app.
func recordApp(ctx context.Context, e *ui.Env, f *recordFlags) error {
	return onApp(ctx, e, &f.traceFlags, func(d *adb.Device, a *record.App) error {
		layers, err := appLayers(ctx, e, f, a)
		if err != nil {
			return err
		}
		s := f.session(f.app)
		notes, err := a.Start(ctx, layers)
		for _, note := range notes {
			e.Warnf("%s", f.device.Again(d, note))
		}
		if err == nil {
			err = recordFrom(ctx, e, &f.traceFlags, s, a)
		}
		if missing := new(incompleteError); f.keep && (err == nil || errors.As(err, &missing)) {
			e.Notef("note: the layers and settings for this recording stay on the device (--keep); to remove them: %s", f.device.Again(d, "gleslayergen device restore"))
			return err
		}
		return withRestored(err, restoreApp(ctx, e, &f.device, d, a))
	})
}

// onApp calls do with the selected app, and removes its port forwards at the end.
func onApp(ctx context.Context, e *ui.Env, f *traceFlags, do func(d *adb.Device, a *record.App) error) error {
	user, err := f.device.UserID()
	if err != nil {
		return err
	}
	chosen, err := devicecmd.ChooseDevice(ctx, e, &f.device)
	if err != nil {
		return f.device.Absent(err)
	}
	d := chosen.Device()
	a, err := record.OpenApp(ctx, d, user, f.app)
	if err != nil {
		return f.device.Advised(d, err)
	}
	defer func() {
		closing, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer stop()
		_ = a.Close(closing) // a disconnected device has no forwards
	}()
	return f.device.Advised(d, do(d, a))
}

// appLayers returns the layers that the app loads.
func appLayers(ctx context.Context, e *ui.Env, f *recordFlags, a *record.App) (record.Layers, error) {
	file, err := layercmd.TraceLayerFor(ctx, e, f.layer, a.ABI())
	if err != nil {
		return record.Layers{}, err
	}
	return record.Layers{Files: strings.Split(layercmd.WithTrace(f.run.Layers, file), ":"), Settings: f.settings(), Replace: f.replace, Force: f.force}, nil
}

// withRestored joins the error of a recording with that of restoring the device, which matters more than missing calls.
func withRestored(err, restored error) error {
	if missing := new(incompleteError); errors.As(err, &missing) {
		return errors.Join(restored, err)
	}
	return errors.Join(err, restored)
}

// restoreApp restores what was changed for a recording, and prints what was not restored.
func restoreApp(ctx context.Context, e *ui.Env, f *devicecmd.Flags, d *adb.Device, a *record.App) error {
	r, err := a.Restore(ctx)
	if err := checkRestored(e, f, d, r, err); err != nil {
		return err
	}
	return tidy(ctx, e, a)
}

// checkRestored prints what was not restored, and returns err as an error about changes that stay on the device.
func checkRestored(e *ui.Env, f *devicecmd.Flags, d *adb.Device, r *deploy.Restored, err error) error {
	if err != nil {
		return ui.NewLeftBehind(&adb.Error{What: d.Serial, Why: "changes on the device could not be undone: " + err.Error(), Advice: f.Again(d, "to try again: gleslayergen device restore")})
	}
	if r != nil {
		for _, b := range r.Left {
			e.Warnf("%s: not restored: %s", devicecmd.ChangeName(b), b.Why)
		}
	}
	return nil
}

// tidy removes the recorder's directory, or prints that it stays.
func tidy(ctx context.Context, e *ui.Env, a *record.App) error {
	stays, err := a.RemoveRegistrations(ctx)
	if stays {
		e.Notef("note: the directory gltrace in the data directory of the app %s was not removed: the app still runs with the trace layer", a.Name)
	}
	return err
}

// recordFrom records what the app's recorders send until all recordings have ended.
func recordFrom(ctx context.Context, e *ui.Env, f *traceFlags, s *record.Session, a *record.App) error {
	s.App, s.Serial = a.Name, a.Serial()
	dir, _ := link.Dir(os.Getenv)
	show := newProgress(e)
	show.follow(s)
	lost := make(chan error, 1)
	late := time.Now().Add(appTime)
	over := func() bool {
		none := len(s.Statuses()) == 0
		return s.IsFinished() || none && (ctx.Err() != nil || time.Now().After(late) || len(lost) > 0)
	}
	err := s.During(ctx, record.Program{
		From: a, FirstInterval: firstAsk, Interval: nextAsk, Dir: dir,
		Run:            func() { show.watch(ctx, s, f.limit(), over) },
		Show:           func(func() bool) {}, // Run shows the progress already
		OnControlError: func(err error) { warnNoControl(e, err) },
		OnSearchError:  func(err error) { lost <- err },
	})
	close(lost)
	if slices.ContainsFunc(s.Statuses(), func(r record.Status) bool { return r.Reason == "disconnected" }) {
		a.ConnectionLost()
	}
	return endRecording(ctx, e, f, s, errors.Join(<-lost, err), &notRecorded{a.Name + ": nothing was recorded: the trace layer did not start in the app", "to see what prevents the app from loading layers: gleslayergen device why " + a.Name})
}

// endRecording prints the recordings. It returns none if there are none.
func endRecording(ctx context.Context, e *ui.Env, f *traceFlags, s *record.Session, err error, none error) error {
	list := s.Statuses()
	printRecordings(e, list)
	replay, unfit := f.checkReplay(ctx, e, list)
	if f.asJSON {
		err = errors.Join(err, e.PrintJSON(recordReport{Schema: 1, Recordings: list, Replay: replay}))
	}
	switch {
	case err == nil && len(list) == 0:
		return none
	case err == nil:
		return cmp.Or(incomplete(list), unfit)
	}
	return err
}
