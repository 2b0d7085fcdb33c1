package deploy

import (
	"context"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// LayerSession changes settings of the layers of an app several times. It copies the files of the layers from the device once.
type LayerSession struct {
	d      *adb.Device
	o      SetOptions
	layers []*settings.Declared
	made   []Change // by this session, not undone
}

// OpenLayerSession reads what the layers declare that are enabled for an app.
func OpenLayerSession(ctx context.Context, d *adb.Device, app string, user int) (*LayerSession, error) {
	o := SetOptions{App: app, User: user}
	_, layers, err := readEnabled(ctx, d, o)
	if err != nil {
		return nil, err
	}
	return &LayerSession{d: d, o: o, layers: layers}, nil
}

// Layers returns what the layers declare.
func (l *LayerSession) Layers() []*settings.Declared { return l.layers }

// Changed reports whether the session has made changes that are not undone.
func (l *LayerSession) Changed() bool { return len(l.made) > 0 }

// Read reads the values of all settings.
func (l *LayerSession) Read(ctx context.Context) (*LayerSettings, error) {
	s, err := l.state(ctx)
	if err != nil {
		return nil, err
	}
	r := &LayerSettings{Serial: l.d.Serial, App: l.o.App, Values: []LayerSetting{}}
	r.addAll(s, l.layers)
	return r, nil
}

func (l *LayerSession) state(ctx context.Context) (*device.State, error) {
	return device.Read(ctx, l.d, device.Query{User: l.o.User})
}

// Set sets a setting of one layer.
func (l *LayerSession) Set(ctx context.Context, layer *settings.Declared, a settings.Assignment) error {
	j, err := OpenJournal(l.d.Identity())
	if err != nil {
		return err
	}
	defer j.Close()
	s, err := l.state(ctx)
	if err != nil {
		return err
	}
	made, err := (&LayerSettings{}).set(ctx, l.d, j, s, []*settings.Declared{layer}, []settings.Assignment{a})
	l.made = append(l.made, made...)
	return err
}

// Undo restores the values from before the session. It leaves values that another process has changed since.
func (l *LayerSession) Undo(ctx context.Context) (*Restored, error) {
	r, err := RestoreChanges(ctx, l.d, l.o.User, l.made)
	if err == nil {
		l.made = nil
	}
	return r, err
}
