package deploy

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// SetProperties sets system properties; "" clears one. It records all of them in the journal first.
func SetProperties(ctx context.Context, d *adb.Device, s *device.State, to map[string]string) error {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return err
	}
	defer j.Close()
	var list []Change
	o := newChangeScript()
	for _, name := range slices.Sorted(maps.Keys(to)) {
		if is := s.Props[name]; is != to[name] {
			list = append(list, Change{Kind: KindProperty, Name: name, Before: is, BeforeSet: is != "",
				After: to[name], AfterSet: to[name] != "", BootID: s.BootID})
			o.set(KindProperty, name, Value{Text: to[name], Set: to[name] != ""})
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := j.Begin(list...); err != nil {
		return err
	}
	r, err := o.run(ctx, d)
	if err == nil {
		err = r.fault(&s.Facts)
	}
	if err != nil {
		return errors.Join(err, undoNow(ctx, d, j, list))
	}
	return nil
}

// AddedChanges returns the changes in after that are not in before.
func AddedChanges(before, after []Change) []Change {
	count := map[Change]int{}
	for _, c := range before {
		count[c]++
	}
	var out []Change
	for _, c := range after {
		if count[c]--; count[c] < 0 {
			out = append(out, c)
		}
	}
	return out
}

// RestoreChanges undoes those of the changes that are still in the journal.
func RestoreChanges(ctx context.Context, d *adb.Device, user int, changes []Change) (*Restored, error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	chosen := func(c Change) bool { return slices.Contains(changes, c) }
	return restore(ctx, d, j, device.Query{User: user, SettingsBy: true}, chosen)
}
