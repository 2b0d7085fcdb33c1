package record

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// settingPrefix is the prefix of the system properties of the trace layer.
const settingPrefix = "debug.gltrace."

// Layers describes the layers that the app loads, one of which is the trace layer.
type Layers struct {
	Files    []string // files on this machine, the layer closest to the app first
	Settings []string // settings of the recorder to set to 1
	Replace  bool     // replace the layer settings of another tool
	Force    bool     // push layers even if the device would not load them
}

// Start pushes the layers to the app and starts it with them.
func (a *App) Start(ctx context.Context, l Layers) (notes []string, err error) {
	return notes, a.trackChanges(func() error {
		place := deploy.InData
		if !a.pkg.Debuggable {
			place = deploy.InSystem
		}
		if err := a.push(ctx, place, l); err != nil {
			return err
		}
		list, err := deploy.ParseLayers(l.Files...)
		if err != nil {
			return err
		}
		enabled, err := deploy.Enable(ctx, a.d, deploy.EnableOptions{App: a.Name, Layers: list, Replace: l.Replace, Launch: true, User: a.s.User})
		if enabled != nil {
			notes = enabled.Notes
		}
		return err
	})
}

// Attach makes the running app load the trace layer (rule 4.3). Processes with an empty list of layers read
// the global list repeatedly, so this affects every process of the device: call Detach as soon as the
// recorder is found.
func (a *App) Attach(ctx context.Context, l Layers) error {
	return a.trackChanges(func() error {
		if err := a.push(ctx, deploy.InSystem, l); err != nil {
			return err
		}
		list, err := deploy.ParseLayers(l.Files...)
		if err == nil {
			_, err = deploy.GlobalEnable(ctx, a.d, deploy.GlobalOptions{Layers: list, Force: l.Force})
		}
		return err
	})
}

// Detach prevents further processes from loading the layer. The app keeps it.
func (a *App) Detach(ctx context.Context) error {
	_, err := deploy.GlobalDisable(ctx, a.d)
	return err
}

// push pushes the layers and sets the recorder's settings, which restrict it to this app.
func (a *App) push(ctx context.Context, place deploy.Place, l Layers) error {
	o := deploy.PushOptions{Files: l.Files, To: place, App: a.Name, Force: l.Force}
	s, err := device.Read(ctx, a.d, o.Query(a.s.User))
	if err != nil {
		return err
	}
	if _, err := deploy.Push(ctx, a.d, s, o); err != nil {
		return err
	}
	properties := map[string]string{settingPrefix + "process": a.Name}
	for _, name := range l.Settings {
		properties[settingPrefix+name] = "1"
	}
	return deploy.SetProperties(ctx, a.d, s, properties)
}

// trackChanges calls change and adds the new entries of the device's journal to the changes to restore.
func (a *App) trackChanges(change func() error) error {
	before, err := deploy.ReadJournal(a.d.Identity())
	if err != nil {
		return err
	}
	err = change()
	after, failed := deploy.ReadJournal(a.d.Identity())
	a.changes = append(a.changes, deploy.AddedChanges(before, after)...)
	return errors.Join(err, failed)
}

// Stop ends the processes of the app, even if ctx is done.
func (a *App) Stop(ctx context.Context) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), restoreTimeout)
	defer stop()
	_, err := a.d.Shell(ctx, fmt.Sprintf("am force-stop --user %d %s", a.s.User, adb.Quote(a.Name)))
	a.dying = true
	return err
}

// restoreTimeout limits the time to restore the device.
const restoreTimeout = time.Minute

// Restore undoes the changes of Start and Attach, even if ctx is done. It returns nil if there are none.
func (a *App) Restore(ctx context.Context) (*deploy.Restored, error) {
	if len(a.changes) == 0 {
		return nil, nil
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), restoreTimeout)
	defer stop()
	r, err := deploy.RestoreChanges(ctx, a.d, a.s.User, a.changes)
	if err == nil {
		a.changes = nil
	}
	return r, err
}

// ExplainMissing returns the likely reason why the app has no recorder, based on the state that OpenApp read.
func (a *App) ExplainMissing() string {
	target, on := a.s.Settings["gpu_debug_app"].Value, a.s.Settings["enable_gpu_debug_layers"].Value == "1"
	layers := a.s.Settings["gpu_debug_layers_gles"].Value
	switch {
	case !a.IsRunning():
		return "the app is not running"
	case a.s.Props[rules.PropertyLayers] != "":
		return "the property " + rules.PropertyLayers + " makes every process load " + a.s.Props[rules.PropertyLayers] + ", but the trace layer is not active in the app"
	case !on || target == "" || layers == "":
		return "the app started without the trace layer: the device's settings do not enable a layer"
	case target != a.Name:
		return "the app started without the trace layer: the device's layer settings are for the app " + target
	}
	return "the app's layer settings list " + layers + ", but the trace layer is not active: it was not loaded, or the app has not called EGL yet"
}
