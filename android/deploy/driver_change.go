package deploy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// SetDriver changes the driver that an app gets to that of the lists, and stops the app. It records the changes in
// the journal first. It returns the app's entries before, and the journal's entries for those that it changed.
func SetDriver(ctx context.Context, d *adb.Device, s *device.State, app string, to DriverLists) (before string, made []Change, err error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return "", nil, err
	}
	defer j.Close()
	now, err := readDriverLists(ctx, d, s)
	if err != nil {
		return "", nil, err
	}
	before = now.State(app)
	next := now
	for _, kind := range driverKinds {
		if was, is := now.entry(kind, app), to.entry(kind, app); was != is {
			made = append(made, Change{Kind: kind, Name: app, Before: was.Text, BeforeSet: was.Set, After: is.Text, AfterSet: is.Set})
			next = next.with(kind, app, is)
		}
	}
	if err := j.Begin(made...); err != nil {
		return before, nil, err
	}
	o := newChangeScript()
	o.driver(now, next)
	o.runAfter("stop", "am", "force-stop", "--user", fmt.Sprint(s.User), app)
	r, err := o.run(ctx, d)
	if err == nil {
		err = r.fault(&s.Facts)
	}
	if err != nil {
		return before, nil, errors.Join(err, undoNow(ctx, d, j, made))
	}
	return before, made, nil
}

// driver adds the steps that write lists.
func (o *changeScript) driver(from, to DriverLists) {
	before, after := from.Settings(), to.Settings()
	var list []Change
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if a, b := before[name], after[name]; a != b {
			list = append(list, Change{Name: name, After: b.Text, AfterSet: b.Set})
		}
	}
	o.settings(list)
}

// readDriverLists reads the lists from the device.
func readDriverLists(ctx context.Context, d *adb.Device, s *device.State) (DriverLists, error) {
	release := s.Release
	if release == nil {
		release = rules.Releases()[0]
	}
	n := rules.DriverSettingsOf(release)
	names := []string{n.Packages, n.Values, n.OptIn, n.OptOut, n.Prerelease}
	var scripts []device.NamedScript
	for _, name := range names {
		scripts = append(scripts, device.SettingScript(name))
	}
	a, err := device.RunScripts(ctx, d, scripts)
	if err != nil {
		return DriverLists{}, err
	}
	settings := map[string]string{}
	for _, name := range names {
		setting, told := device.ParseSetting(a, name)
		if !told {
			return DriverLists{}, &adb.Error{What: d.Serial + ": setting " + name, Why: "the device does not report its value", Advice: "to see the message of the device: adb shell settings get global " + name}
		}
		if setting.Set {
			settings[name] = setting.Value
		}
	}
	return ReadDriverLists(release, settings)
}

// drivers plans how to restore the drivers of apps. It reads the lists from the device. If they cannot be read, it
// plans nothing.
func (b *restorer) drivers(ctx context.Context, d *adb.Device) error {
	if !slices.ContainsFunc(b.changes, isDriver) {
		return nil
	}
	now, err := readDriverLists(ctx, d, b.s)
	if err != nil {
		return err
	}
	to := now
	for _, u := range Unwind(b.changes, b.s.BootID, func(kind, name string) Value { return now.entry(kind, name) }) {
		if !slices.Contains(driverKinds, u.Kind) {
			continue
		}
		b.plan(u)
		if len(u.Foreign) > 0 {
			b.leave(u, "another process changed the driver of the app after gleslayergen")
		}
		to = to.with(u.Kind, u.Name, u.To)
	}
	b.changeScript.driver(now, to)
	return nil
}

// isDriver reports whether a change is that of a driver of an app.
func isDriver(c Change) bool { return slices.Contains(driverKinds, c.Kind) }

// failDrivers reports the drivers of apps as not restored, and returns the error.
func (b *restorer) failDrivers(err error) error {
	var apps []string
	for _, c := range b.changes {
		if !isDriver(c) {
			continue
		}
		b.report.Failed = append(b.report.Failed, RestoreItem{Kind: c.Kind, Name: c.Name, From: "unknown", To: describe(Value{c.Before, c.BeforeSet}), Why: err.Error()})
		if !slices.Contains(apps, c.Name) {
			apps = append(apps, c.Name)
		}
	}
	return fmt.Errorf("%s: the driver of %s was not restored: %w", b.s.Serial, strings.Join(apps, ", "), err)
}
