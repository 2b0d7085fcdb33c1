package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
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
func (e *env) recordApp(ctx context.Context, f *recordFlags) error {
	return e.onApp(ctx, &f.traceFlags, func(d *adb.Device, a *record.App) error {
		layers, err := e.appLayers(ctx, f, a)
		if err != nil {
			return err
		}
		s := f.session(f.app)
		notes, err := a.Start(ctx, layers)
		for _, note := range notes {
			e.warnf("%s", f.device.again(d, note))
		}
		if err == nil {
			err = e.recordFrom(ctx, &f.traceFlags, s, a)
		}
		if f.keep && err == nil {
			e.notef("note: the app stays set up: %s puts it back", f.device.again(d, "gleslayergen device restore"))
			return nil
		}
		return errors.Join(err, e.putBack(ctx, &f.device, d, a))
	})
}

// onApp does something with the app that is meant, and takes the ways to it away at the end.
func (e *env) onApp(ctx context.Context, f *traceFlags, do func(d *adb.Device, a *record.App) error) error {
	user, err := f.device.userID()
	if err != nil {
		return err
	}
	chosen, err := e.chosen(ctx, &f.device)
	if err != nil {
		return f.device.absent(err)
	}
	d := chosen.device()
	a, err := record.OpenApp(ctx, d, user, f.app)
	if err != nil {
		return f.device.advised(d, err)
	}
	defer func() {
		closing, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer stop()
		_ = a.Close(closing) // a device that is gone has taken its ways along
	}()
	return f.device.advised(d, do(d, a))
}

// appLayers are the files that the app is to load.
func (e *env) appLayers(ctx context.Context, f *recordFlags, a *record.App) (record.Layers, error) {
	file, err := e.traceLayerFor(ctx, f.layer, a.ABI())
	if err != nil {
		return record.Layers{}, err
	}
	return record.Layers{Files: strings.Split(withTrace(f.run.layers, file), ":"), Settings: f.settings(), Replace: f.replace, Force: f.force}, nil
}

// putBack undoes what was changed for a recording, and tells of what could not be undone.
func (e *env) putBack(ctx context.Context, f *deviceFlags, d *adb.Device, a *record.App) error {
	r, err := a.Restore(ctx)
	switch {
	case err != nil:
		return leftBehind{&adb.Error{What: d.Serial, Why: "what was changed on it could not be put back: " + err.Error(), Advice: f.again(d, "gleslayergen device restore")}}
	case r != nil && len(r.Left) > 0:
		for _, b := range r.Left {
			e.warnf("%s: left as it is: %s", thing(b), b.Why)
		}
	}
	return e.tidy(ctx, a)
}

// tidy takes the recorder's folder away, or says that it stays.
func (e *env) tidy(ctx context.Context, a *record.App) error {
	stays, err := a.RemoveRegistrations(ctx)
	if stays {
		e.notef("note: %s runs on, and its recorder keeps the folder gltrace in its data folder", a.Name)
	}
	return err
}

// recordFrom records what the app's recorders send until all of it has come to its end.
func (e *env) recordFrom(ctx context.Context, f *traceFlags, s *record.Session, a *record.App) error {
	s.App, s.Serial = a.Name, a.Serial()
	folder, _ := link.Folder(os.Getenv)
	show := e.progress()
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
		OnControlError: e.warnDeaf,
		OnSearchError:  func(err error) { lost <- err },
	})
	close(lost)
	return e.endRecording(f, s, errors.Join(<-lost, err), &notRecorded{a.Name + ": nothing was recorded: no recorder was found in it", "see why its layers were not loaded: gleslayergen device why " + a.Name})
}

// endRecording tells what was recorded; none is the error if nothing was.
func (e *env) endRecording(f *traceFlags, s *record.Session, err error, none error) error {
	list := s.Statuses()
	e.tellRecorded(list)
	if f.asJSON {
		err = errors.Join(err, e.printJSON(recordReport{Schema: 1, Recordings: list}))
	}
	if err == nil && len(list) == 0 {
		err = none
	}
	return err
}
