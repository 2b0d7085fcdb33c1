package tracecmd

import (
	"context"
	"fmt"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// startApp records a running app of a device.
func startApp(ctx context.Context, e *ui.Env, f *startFlags) error {
	if host := hostOf(activeRecordings(ctx), f.app, 0); host != nil {
		if len(f.changed) == 0 || f.replayable {
			return &busyError{*host}
		}
		return switchOptions(ctx, e, f, *host)
	}
	restart := false
	err := onApp(ctx, e, &f.traceFlags, func(d *adb.Device, a *record.App) error {
		found, err := a.Find(ctx)
		switch {
		case err != nil:
			return err
		case len(found) > 0 && !f.replayable:
			s := f.session(f.app)
			s.App, s.Serial, s.Numbered = a.Name, a.Serial(), len(found) > 1
			return recordRunning(ctx, e, f, s, a)
		case f.restart:
			restart = true
			return nil
		case f.late:
			return attachLate(ctx, e, f, d, a)
		}
		return &notRecorded{"app " + a.Name + " cannot be recorded: " + a.ExplainMissing(), "to restart the app with the trace layer: gleslayergen trace start --app " + a.Name + " --restart" + lateHint(a)}
	})
	if restart && err == nil {
		f.fromStart = true
		return recordApp(ctx, e, &f.recordFlags)
	}
	return err
}

func lateHint(a *record.App) string {
	if a.IsRunning() && a.MayHaveRoot() {
		return "; if the device has root, --late loads the layer into the running app"
	}
	return ""
}

// attachLate puts the layer into a running app. The property that makes other processes load it too is set
// only until then.
func attachLate(ctx context.Context, e *ui.Env, f *startFlags, d *adb.Device, a *record.App) error {
	if !a.IsRunning() {
		return &notRecorded{"app " + a.Name + " is not running", "to start the app with the trace layer: gleslayergen trace record --app " + a.Name}
	}
	layers, err := appLayers(ctx, e, &f.recordFlags, a)
	if err != nil {
		return err
	}
	e.Warnf("until the app %s has loaded the trace layer, every process on the device %s that uses EGL loads the layer too (rule 4.3)", a.Name, a.Serial())
	if err := a.Attach(ctx, layers); err != nil {
		return withRestored(err, restoreApp(ctx, e, &f.device, d, a))
	}
	err = awaitRecorder(ctx, a)
	if detached := a.Detach(context.WithoutCancel(ctx)); err == nil {
		err = detached
	}
	if err == nil {
		s := f.session(f.app)
		s.App, s.Serial = a.Name, a.Serial()
		err = recordRunning(ctx, e, f, s, a)
	}
	return withRestored(err, restoreApp(ctx, e, &f.device, d, a))
}

// awaitRecorder waits until the app has loaded the layer.
func awaitRecorder(ctx context.Context, a *record.App) error {
	for late := time.Now().Add(appTime); time.Now().Before(late); {
		found, err := a.Find(ctx)
		if err != nil || len(found) > 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(firstAsk):
		}
	}
	return &notRecorded{fmt.Sprintf("app %s did not load the trace layer within %v: the app has already loaded other layers, or makes no EGL calls", a.Name, appTime),
		"to restart the app with the trace layer: gleslayergen trace start --app " + a.Name + " --restart"}
}
