package devicecmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/trace/modulelayer"
)

// enableModules copies the layer with all modules to the device, switches modules on, and enables the layer in front of those in o.
// If the layers cannot be enabled, it undoes its changes.
func enableModules(ctx context.Context, e *ui.Env, d *adb.Device, o deploy.EnableOptions, on []string) (*deploy.Enabled, error) {
	before, err := deploy.ReadJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	if err = pushModules(ctx, e, d, o, on); err == nil {
		if !slices.ContainsFunc(o.Layers, func(l deploy.Layer) bool { return l.Name == modulelayer.Library }) {
			o.Layers = slices.Insert(slices.Clone(o.Layers), 0, deploy.Layer{Name: modulelayer.Library})
		}
		r, failed := deploy.Enable(ctx, d, o)
		if r != nil {
			return r, failed
		}
		err = failed
	}
	return nil, errors.Join(err, undoAdded(ctx, d, o.User, before))
}

// undoAdded undoes the changes that are not in the journal before, even if ctx is done.
func undoAdded(ctx context.Context, d *adb.Device, user int, before []deploy.Change) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer stop()
	after, err := deploy.ReadJournal(d.Identity())
	if added := deploy.AddedChanges(before, after); err == nil && len(added) > 0 {
		_, err = deploy.RestoreChanges(ctx, d, user, added)
	}
	if err != nil {
		return fmt.Errorf("changes on the device could not be undone (to try again: gleslayergen device restore): %w", err)
	}
	return nil
}

// pushModules copies the layer to the data directory of the app, or if the app is not debuggable to the directory for all apps. It
// switches on the modules of the list, and other modules off.
func pushModules(ctx context.Context, e *ui.Env, d *adb.Device, o deploy.EnableOptions, on []string) error {
	push := deploy.PushOptions{To: deploy.InData, App: o.App}
	s, err := device.Read(ctx, d, push.Query(o.User))
	if err != nil {
		return err
	}
	app := s.Packages[o.App]
	switch {
	case !app.Installed || app.Debuggable:
	case s.Root():
		push.To = deploy.InSystem
	default:
		return &deploy.Blocked{Rule: "7.3", What: "app " + o.App, Why: "the app is not debuggable, so adb cannot write to its data directory, and the device has no root",
			Advice: "use a debuggable build of the app; if the app accepts layers (rule 7.4), install the package of layers of a release, and run: gleslayergen device enable --app " + o.App + " " + modulelayer.Library + " --layer-app gleslayers.release"}
	}
	if app.Installed {
		file, err := layercmd.ModuleLayerFor(ctx, e, s.ABI(app))
		if err != nil {
			return err
		}
		push.Files = []string{file}
	}
	if _, err := deploy.Push(ctx, d, s, push); err != nil {
		return err
	}
	layer := settings.Declared{Layer: modulelayer.Name}
	properties := map[string]string{}
	for _, a := range modulelayer.Switches(on) {
		properties[layer.Property(a.Name)] = a.Value
	}
	return deploy.SetProperties(ctx, d, s, properties)
}
