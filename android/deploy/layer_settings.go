package deploy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/rules"
)

// SetOptions are new values for settings of the layers of an app.
type SetOptions struct {
	App  string
	User int // -1: the current one
	Set  []settings.Assignment
}

// LayerSettings are the settings of the layers of an app.
type LayerSettings struct {
	Serial string         `json:"serial"`
	App    string         `json:"package"`
	Values []LayerSetting `json:"values"` // those that were set; without assignments, all
}

// LayerSetting is a setting of a layer on a device.
type LayerSetting struct {
	Layer    string           `json:"layer"`
	Setting  settings.Setting `json:"setting"`
	Property string           `json:"property"` // a reboot clears it
	Before   string           `json:"before"`   // "": not set
	Value    string           `json:"value"`
}

// SetLayers sets settings of the layers that are enabled for an app, as system properties. It reads the declarations
// from the files of the layers on the device. Without assignments, it only reads the values.
func SetLayers(ctx context.Context, d *adb.Device, o SetOptions) (*LayerSettings, error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	s, layers, err := readEnabled(ctx, d, o)
	if err != nil {
		return nil, err
	}
	r := &LayerSettings{Serial: d.Serial, App: o.App, Values: []LayerSetting{}}
	if len(o.Set) == 0 {
		r.addAll(s, layers)
		return r, nil
	}
	_, err = r.set(ctx, d, j, s, layers, o.Set)
	return r, err
}

// set sets settings of layers, and returns the entries of the journal.
func (r *LayerSettings) set(ctx context.Context, d *adb.Device, j *Journal, s *device.State, layers []*settings.Declared, set []settings.Assignment) ([]Change, error) {
	for _, a := range set {
		if err := r.add(s, layers, a); err != nil {
			return nil, err
		}
	}
	return r.write(ctx, d, j, s)
}

func (r *LayerSettings) addAll(s *device.State, layers []*settings.Declared) {
	for _, l := range layers {
		for _, setting := range l.Settings {
			is := s.Props[l.Property(setting.Name)]
			r.Values = append(r.Values, LayerSetting{l.Layer, setting, l.Property(setting.Name), is, is})
		}
	}
}

// add checks an assignment, and adds it for each layer that declares the setting.
func (r *LayerSettings) add(s *device.State, layers []*settings.Declared, a settings.Assignment) error {
	accepted, err := settings.Accept(layers, a)
	if err != nil {
		return err
	}
	if len(a.Value) > rules.MaxProperty {
		return &android.Error{What: a.Name, Why: fmt.Sprintf("the value has %d bytes, but a property holds at most %d", len(a.Value), rules.MaxProperty),
			Advice: "write the setting to the file of settings in the data directory of the app, which docs/helpers.md describes", Usage: true}
	}
	for _, l := range accepted {
		setting, _ := l.Find(a.Name)
		property := l.Property(a.Name)
		r.Values = append(r.Values, LayerSetting{l.Layer, setting, property, s.Props[property], a.Value})
	}
	return nil
}

// write sets the properties, and records them in the journal, so that restore undoes them. It returns the entries.
func (r *LayerSettings) write(ctx context.Context, d *adb.Device, j *Journal, s *device.State) ([]Change, error) {
	var made []Change
	script := newChangeScript()
	for _, v := range r.Values {
		script.set(KindProperty, v.Property, Value{Text: v.Value, Set: v.Value != ""})
		if v.Before != v.Value {
			made = append(made, Change{Kind: KindProperty, Name: v.Property, Before: v.Before, BeforeSet: v.Before != "",
				After: v.Value, AfterSet: v.Value != "", BootID: s.BootID})
		}
	}
	if err := j.Begin(made...); err != nil {
		return nil, err
	}
	out, err := script.run(ctx, d)
	if err == nil {
		err = out.fault(&s.Facts)
	}
	if err != nil {
		return nil, errors.Join(err, undoNow(ctx, d, j, made))
	}
	return made, nil
}

// readEnabled returns the state of a device, and what the layers that are enabled for an app declare.
func readEnabled(ctx context.Context, d *adb.Device, o SetOptions) (*device.State, []*settings.Declared, error) {
	q := device.Query{User: o.User, Packages: []string{o.App}, SystemDir: true}
	s, err := device.Read(ctx, d, q)
	if err != nil {
		return nil, nil, err
	}
	layers, packages, err := enabledFor(s, o.App)
	if err != nil {
		return nil, nil, err
	}
	q.Files, q.Packages = names(layers), joined(q.Packages, packages)
	if s, err = device.Read(ctx, d, q); err != nil {
		return nil, nil, err
	}
	var all []*settings.Declared
	decision := decide(s, o.App, valuesOf(s))
	for _, l := range layers {
		f, ok := find(s, s.Packages[o.App], decision, l)
		if !ok {
			return nil, nil, layerNotFound(s, s.Packages[o.App], l, decision, packages)
		}
		declared, err := readDeclared(ctx, d, s, o.App, f)
		if err != nil {
			return nil, nil, err
		}
		if declared != nil {
			all = append(all, declared)
		}
	}
	return s, all, nil
}

// enabledFor returns the layers that an app loads, and the packages that it searches for them.
func enabledFor(s *device.State, app string) (layers []Layer, packages []string, err error) {
	if p := s.Packages[app]; p == nil || !p.Installed {
		return nil, nil, &Blocked{"", "app " + app, fmt.Sprintf("the app is not installed for user %d", s.User), "to list the installed apps: gleslayergen device apps"}
	}
	now, list := valuesOf(s), s.Props[rules.PropertyLayers]
	if now.text(settingEnable) == "1" && now.text(settingApp) == app {
		list, packages = now.text(settingLayers), words(now.text(settingLayerApps))
	}
	if list == "" {
		return nil, nil, &android.Error{What: "app " + app, Why: "no layers are enabled for this app", Advice: "enable a layer first: gleslayergen device enable --app " + app + " LAYER"}
	}
	layers, err = ParseLayers(list)
	return layers, packages, err
}

// readDeclared copies a layer from the device, and reads what it declares.
func readDeclared(ctx context.Context, d *adb.Device, s *device.State, app string, f found) (*settings.Declared, error) {
	dir, err := os.MkdirTemp("", "gleslayergen-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	local, read := filepath.Join(dir, "layer.so"), "cat "+adb.Quote(f.path())
	if f.dir == s.Packages[app].DataDir {
		read = adb.RunAs(app, s.User) + " " + read
	}
	if err := d.CopyOut(ctx, f.path(), read, local); err != nil {
		return nil, err
	}
	return ReadDeclared(local, f.Name)
}

// ReadDeclared reads what a layer declares from its file; nil if it declares nothing, as layers of other tools. name is its
// name in errors.
func ReadDeclared(path, name string) (*settings.Declared, error) {
	o, err := elf.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &android.Error{What: "layer " + name, Why: fsx.Reason(err), Advice: "give the path of a built layer, such as build/host/libNAME.so; to build the layer of a project, in its directory: gleslayergen build"}
	}
	if err != nil {
		return nil, &android.Error{What: "layer " + name, Why: err.Error(), Advice: "to check the file: gleslayergen check " + adb.QuoteIfNeeded(name), Usage: true}
	}
	if o.Settings == nil {
		return nil, nil
	}
	declared, err := settings.Read(o.Settings)
	if err != nil {
		return nil, &android.Error{What: "layer " + name, Why: err.Error(), Advice: "generate and build the layer again: gleslayergen update, then gleslayergen build", Usage: true}
	}
	return declared, nil
}
