package deploy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// EnableOptions is the layer configuration for one app.
type EnableOptions struct {
	App       string
	Layers    []Layer  // the first is nearest to the app
	LayerApps []string // packages that contain some of them
	Replace   bool     // replace settings that gleslayergen did not write
	Launch    bool     // start the app
	Wait      time.Duration
	User      int // -1: the current one
}

// Enabled is the result of Enable.
type Enabled struct {
	Serial   string            `json:"serial"`
	App      string            `json:"package"`
	Layers   []Placed          `json:"layers"`
	Settings map[string]string `json:"settings"` // read back from the device
	Changed  []string          `json:"changed"`  // names of settings with a different value
	Vulkan   bool              `json:"vulkan"`   // Vulkan settings of the same app stay in effect
	Launched bool              `json:"launched"`
	Loaded   bool              `json:"loaded"` // the loader's log confirms it
	Notes    []string          `json:"notes"`
}

// Placed is a layer and the place from which the app loads it.
type Placed struct {
	Name string `json:"name"`
	Path string `json:"path"`
	ABI  string `json:"abi,omitempty"`
}

// Enable configures layers for an app if all of them would be loaded, and reads the settings back.
func Enable(ctx context.Context, d *adb.Device, o EnableOptions) (*Enabled, error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	e := &enabler{d: d, o: o, j: j, notes: []string{}}
	if err := e.prepare(ctx); err != nil {
		return nil, err
	}
	if err := e.write(ctx); err != nil {
		return nil, errors.Join(err, undoNow(ctx, d, j, e.made))
	}
	j.Close() // other runs may change the device while this one waits for the app
	return e.report(ctx)
}

// enabler is the state of one call of Enable.
type enabler struct {
	d     *adb.Device
	o     EnableOptions
	j     *Journal
	s     *device.State
	to    values
	found []found
	list  []Change // writes
	made  []Change // their journal entries
	notes []string
}

// prepare reads the device and plans the writes. It changes nothing.
func (e *enabler) prepare(ctx context.Context) error {
	packages := append([]string{e.o.App}, e.o.LayerApps...)
	for {
		var err error
		if e.s, err = device.Read(ctx, e.d, device.Query{User: e.o.User, Packages: packages, Files: names(e.o.Layers), SystemDir: true, Queries: len(packages) > 1}); err != nil {
			return err
		}
		if err := e.s.SettingsFault(); err != nil {
			return err
		}
		e.to, err = readSettingsState(valuesOf(e.s), e.j.Changes()).plan(layerRequest{e.o.App, names(e.o.Layers), e.o.LayerApps, e.o.Replace})
		if err != nil {
			return err
		}
		// A Vulkan configuration of the same app keeps its packages, which must be installed too.
		more := without(words(e.to.text(settingLayerApps)), packages)
		if len(more) == 0 {
			break
		}
		packages = append(packages, more...)
	}
	var err error
	if e.found, err = preflight(e.s, e.o, e.to); err != nil {
		return err
	}
	if is := e.s.Props[rules.PropertyLayers]; is != "" {
		e.notes = append(e.notes, fmt.Sprintf("the property %s is %q, but %s ignores the property, because the setting gpu_debug_layers_gles overrides it (rule 1.1)", rules.PropertyLayers, is, e.o.App))
	}
	return e.checkFiles(ctx)
}

// write records all changes in the journal, writes the settings, ends the app, and starts it on request.
func (e *enabler) write(ctx context.Context) error {
	now := valuesOf(e.s)
	e.list = changes(now, e.to)
	e.made = record(now, e.to)
	if err := e.j.Begin(e.made...); err != nil {
		return err
	}
	w := newChangeScript()
	w.settings(e.list)
	user := fmt.Sprint(e.s.User)
	w.runAfter("stop", "am", "force-stop", "--user", user, e.o.App)
	if launch := e.s.Packages[e.o.App].Launch; e.o.Launch && launch != "" {
		w.runAfter("start", "am", "start", "--user", user, "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER", "-n", launch)
	}
	r, err := w.run(ctx, e.d)
	if err != nil {
		return err
	}
	if err := r.fault(&e.s.Facts); err != nil {
		return err
	}
	return e.started(r)
}

// undoNow undoes changes immediately if the device can be reached; otherwise restore does it later.
func undoNow(ctx context.Context, d *adb.Device, j *Journal, made []Change) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer stop()
	ours := func(c Change) bool { return slices.Contains(made, c) }
	if _, err := restore(ctx, d, j, device.Query{User: -1}, ours); err != nil {
		return &adb.Error{What: d.Serial, Why: "cannot restore the values that were already changed",
			Advice: "check the connection to the device; then, to restore the values: gleslayergen device restore"}
	}
	return nil
}

// report returns the present settings. On request it first waits for the loader's log.
func (e *enabler) report(ctx context.Context) (*Enabled, error) {
	r := &Enabled{Serial: e.d.Serial, App: e.o.App, Settings: map[string]string{}, Changed: []string{}, Notes: append([]string{}, e.notes...),
		Launched: e.o.Launch, Vulkan: e.to.set(settingVulkan)}
	for _, f := range e.found {
		r.Layers = append(r.Layers, Placed{f.Name, f.path(), f.abi})
	}
	for name, v := range e.to {
		r.Settings[name] = v.Text
	}
	for _, c := range e.list {
		r.Changed = append(r.Changed, c.Name)
	}
	slices.Sort(r.Changed)
	if e.o.Wait == 0 {
		return r, nil
	}
	err := e.watch(ctx)
	r.Loaded = err == nil
	return r, err
}
