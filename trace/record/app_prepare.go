package record

import (
	"context"
	"errors"
	"time"

	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// settingPrefix is what the properties of the trace layer begin with.
const settingPrefix = "debug.gltrace."

// Layers are those that the app is to use, among them the trace layer.
type Layers struct {
	Files    []string // of this machine, the one nearest to the app first
	Settings []string // of the recorder, which are set to 1
	Replace  bool     // take the place of another tool's set-up
	Force    bool     // bring there what would not be loaded, too
}

// Start brings layers to the app, and starts it with them.
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

// Attach brings the trace layer into the app while it runs (rule 4.3): an empty list of layers is read again and again, but
// by every process of the device. Detach has to follow as soon as the recorder is found.
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

// Detach lets no further process take the layer; the app keeps it.
func (a *App) Detach(ctx context.Context) error {
	_, err := deploy.GlobalDisable(ctx, a.d)
	return err
}

// push brings the layers to a place, and sets the recorder's settings: it is for this app alone.
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

// trackChanges does what changes the device, and notes what the journal has of it then.
func (a *App) trackChanges(change func() error) error {
	before, err := deploy.ReadJournal(a.d.Identity())
	if err != nil {
		return err
	}
	err = change()
	after, failed := deploy.ReadJournal(a.d.Identity())
	a.changes = append(a.changes, addedChanges(before, after)...)
	return errors.Join(err, failed)
}

// addedChanges are the changes that one list has and the other not.
func addedChanges(before, after []deploy.Change) []deploy.Change {
	count := map[deploy.Change]int{}
	for _, c := range before {
		count[c]++
	}
	var out []deploy.Change
	for _, c := range after {
		if count[c]--; count[c] < 0 {
			out = append(out, c)
		}
	}
	return out
}

// restoreTimeout is how long putting back may take.
const restoreTimeout = time.Minute

// Restore puts back what Start or Attach changed, also when ctx is over.
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

// ExplainMissing says why the app has no recorder, as far as what was seen of it tells.
func (a *App) ExplainMissing() string {
	target, on := a.s.Settings["gpu_debug_app"].Value, a.s.Settings["enable_gpu_debug_layers"].Value == "1"
	layers := a.s.Settings["gpu_debug_layers_gles"].Value
	switch {
	case !a.IsRunning():
		return "the app is not running"
	case a.s.Props[rules.PropertyLayers] != "":
		return "all processes are set to load " + a.s.Props[rules.PropertyLayers] + ", but no recorder is active in the app"
	case !on || target == "" || layers == "":
		return "the app started without the trace layer: no layers are set on the device"
	case target != a.Name:
		return "the app started without the trace layer: the device's layer settings are for " + target
	}
	return "the app's layers are " + layers + ", but no recorder is active: the trace layer is missing, or the app has not called EGL yet"
}
