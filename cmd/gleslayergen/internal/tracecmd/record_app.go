package tracecmd

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// How often a device is asked for recorders before there is one, and for more after that; and how long for the first.
const (
	firstAsk = 200 * time.Millisecond
	nextAsk  = 2 * time.Second
	appTime  = 45 * time.Second
)

// recordApp is trace record --app.
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
		if f.keep && err == nil {
			e.Notef("note: the app stays set up: %s puts it back", f.device.Again(d, "gleslayergen device restore"))
			return nil
		}
		return errors.Join(err, putBack(ctx, e, &f.device, d, a))
	})
}

// onApp does something with the app that is meant, and takes the ways to it away at the end.
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
		_ = a.Close(closing) // a device that is gone has taken its ways along
	}()
	return f.device.Advised(d, do(d, a))
}

// appLayers are the files that the app is to load.
func appLayers(ctx context.Context, e *ui.Env, f *recordFlags, a *record.App) (record.Layers, error) {
	file, err := layercmd.TraceLayerFor(ctx, e, f.layer, a.ABI())
	if err != nil {
		return record.Layers{}, err
	}
	return record.Layers{Files: strings.Split(layercmd.WithTrace(f.run.Layers, file), ":"), Settings: f.settings(), Replace: f.replace, Force: f.force}, nil
}

// putBack undoes what was changed for a recording, and tells of what could not be undone.
func putBack(ctx context.Context, e *ui.Env, f *devicecmd.Flags, d *adb.Device, a *record.App) error {
	r, err := a.Restore(ctx)
	switch {
	case err != nil:
		return ui.NewLeftBehind(&adb.Error{What: d.Serial, Why: "what was changed on it could not be put back: " + err.Error(), Advice: f.Again(d, "gleslayergen device restore")})
	case r != nil && len(r.Left) > 0:
		for _, b := range r.Left {
			e.Warnf("%s: left as it is: %s", devicecmd.Thing(b), b.Why)
		}
	}
	return tidy(ctx, e, a)
}

// tidy takes the recorder's folder away, or says that it stays.
func tidy(ctx context.Context, e *ui.Env, a *record.App) error {
	stays, err := a.RemoveRegistrations(ctx)
	if stays {
		e.Notef("note: %s runs on, and its recorder keeps the folder gltrace in its data folder", a.Name)
	}
	return err
}

// recordFrom records what the app's recorders send until all of it has come to its end.
func recordFrom(ctx context.Context, e *ui.Env, f *traceFlags, s *record.Session, a *record.App) error {
	s.App, s.Serial = a.Name, a.Serial()
	folder, _ := link.Folder(os.Getenv)
	show := newProgress(e)
	show.tell(s)
	lost := make(chan error, 1)
	late := time.Now().Add(appTime)
	over := func() bool {
		none := len(s.Statuses()) == 0
		return s.IsFinished() || none && (ctx.Err() != nil || time.Now().After(late) || len(lost) > 0)
	}
	err := s.During(ctx, record.Program{
		From: a, FirstInterval: firstAsk, Interval: nextAsk, Folder: folder,
		Run:            func() { show.watch(ctx, s, f.limit(), over) },
		Show:           func(func() bool) {}, // that is shown already
		OnControlError: func(err error) { warnNoControl(e, err) },
		OnSearchError:  func(err error) { lost <- err },
	})
	close(lost)
	return endRecording(e, f, s, errors.Join(<-lost, err), &notRecorded{a.Name + ": nothing was recorded: no recorder was found in it", "see why its layers were not loaded: gleslayergen device why " + a.Name})
}

// endRecording tells what was recorded; none is the error if nothing was.
func endRecording(e *ui.Env, f *traceFlags, s *record.Session, err error, none error) error {
	list := s.Statuses()
	printRecordings(e, list)
	if f.asJSON {
		err = errors.Join(err, e.PrintJSON(recordReport{Schema: 1, Recordings: list}))
	}
	if err == nil && len(list) == 0 {
		err = none
	}
	return err
}
