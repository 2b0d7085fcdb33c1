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

// SetDriver changes the driver that an app gets to that of the lists, and stops the app. It records the change in
// the journal first. It returns the app's entries before, and the journal's entry, if anything changed.
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
	before, after := now.State(app), to.State(app)
	o := newChangeScript()
	changed := o.driver(now, now.With(app, after))
	o.runAfter("stop", "am", "force-stop", "--user", fmt.Sprint(s.User), app)
	if changed {
		made = []Change{driverChange(app, before, after)}
		if err := j.Begin(made...); err != nil {
			return before, nil, err
		}
	}
	r, err := o.run(ctx, d)
	if err == nil {
		err = r.fault(&s.Facts)
	}
	if err != nil {
		return before, nil, errors.Join(err, undoNow(ctx, d, j, made))
	}
	return before, made, nil
}

// driverChange returns the journal entry for a change of an app's driver.
func driverChange(app, before, after string) Change {
	was, is := driverValue(before), driverValue(after)
	return Change{Kind: KindDriver, Name: app, Before: was.Text, BeforeSet: was.Set, After: is.Text, AfterSet: is.Set}
}

// driverValue returns an app's entries as a value: without entries, it is not set.
func driverValue(state string) Value {
	if state == DriverDefault {
		return Value{}
	}
	return Value{Text: state, Set: true}
}

// driver adds the steps that write lists, and reports whether any list changes.
func (o *changeScript) driver(from, to DriverLists) bool {
	before, after := from.Settings(), to.Settings()
	var list []Change
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if a, b := before[name], after[name]; a != b {
			list = append(list, Change{Name: name, After: b.Text, AfterSet: b.Set})
		}
	}
	o.settings(list)
	return len(list) > 0
}

// readDriverLists reads the lists from the device.
func readDriverLists(ctx context.Context, d *adb.Device, s *device.State) (DriverLists, error) {
	release := s.Release
	if release == nil {
		release = rules.Releases()[0]
	}
	n := rules.DriverSettingsOf(release)
	var scripts []device.NamedScript
	for _, name := range []string{n.Packages, n.Values, n.OptIn, n.OptOut} {
		scripts = append(scripts, device.NamedScript{Name: name, Script: "settings get global " + name + " && echo read"})
	}
	a, err := device.RunScripts(ctx, d, scripts)
	if err != nil {
		return DriverLists{}, err
	}
	settings := map[string]string{}
	for _, q := range scripts {
		value, ok := strings.CutSuffix(strings.TrimRight(a[q.Name], "\r\n"), "\nread") // an empty value is an empty line
		if !ok {
			return DriverLists{}, &adb.Error{What: d.Serial + ": setting " + q.Name, Why: "the device does not report its value", Advice: "to see the message of the device: adb shell settings get global " + q.Name}
		}
		if value = strings.TrimSpace(value); value != "null" {
			settings[q.Name] = value
		}
	}
	return ReadDriverLists(release, settings)
}

// drivers plans how to restore the drivers of apps. It reads the lists from the device.
func (b *restorer) drivers(ctx context.Context, d *adb.Device) error {
	isDriver := func(c Change) bool { return c.Kind == KindDriver }
	if !slices.ContainsFunc(b.changes, isDriver) {
		return nil
	}
	now, err := readDriverLists(ctx, d, b.s)
	if err != nil {
		return err
	}
	to := now
	for _, u := range Unwind(b.changes, b.s.BootID, func(_, name string) Value { return driverValue(now.State(name)) }) {
		if u.Kind != KindDriver {
			continue
		}
		b.plan(u)
		if len(u.Foreign) > 0 {
			b.leave(u, "another process changed the driver of the app after gleslayergen")
		}
		if state := u.To.Text; u.Now != u.To {
			if !u.To.Set {
				state = DriverDefault
			}
			to = to.With(u.Name, state)
		}
	}
	b.changeScript.driver(now, to)
	return nil
}
