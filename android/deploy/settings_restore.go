package deploy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// Restored is the result of restoring a device.
type Restored struct {
	Serial   string        `json:"serial"`
	Restored []RestoreItem `json:"restored"` // restored now
	Left     []RestoreItem `json:"left"`     // changed by another process since, or not restorable from here: left unchanged
	Failed   []RestoreItem `json:"failed"`   // could not be restored; still in the journal
}

// RestoreItem is one item to restore: the value found and the value restored or, if it was left, the value that it
// would have got. Both are formatted.
type RestoreItem struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	From string `json:"from"`
	To   string `json:"to"`
	By   string `json:"by,omitempty"` // package that last wrote a setting
	Why  string `json:"why,omitempty"`
}

// Restore undoes all changes in a device's journal whose values are still present.
func Restore(ctx context.Context, d *adb.Device, user int) (*Restored, error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	return RestoreLocked(ctx, d, j, user)
}

// RestoreLocked is Restore for a run that has locked the journal, so that no other run changes the device in
// between.
func RestoreLocked(ctx context.Context, d *adb.Device, j *Journal, user int) (*Restored, error) {
	return restore(ctx, d, j, device.Query{User: user, SettingsBy: true}, allChanges)
}

// allChanges selects all changes.
func allChanges(Change) bool { return true }

// restore undoes the selected changes.
func restore(ctx context.Context, d *adb.Device, j *Journal, q device.Query, chosen func(Change) bool) (*Restored, error) {
	r := newRestored(d.Serial)
	all := slices.DeleteFunc(j.Changes(), func(c Change) bool { return !chosen(c) })
	if len(all) == 0 {
		return r, nil
	}
	if err := stopOtherScripts(ctx, d); err != nil { // otherwise values may change between reading and restoring
		return nil, err
	}
	s, err := device.Read(ctx, d, q)
	if err != nil {
		return nil, err
	}
	isSetting := func(c Change) bool { return c.Kind == KindSetting }
	if err := s.SettingsFault(); err != nil && slices.ContainsFunc(all, isSetting) {
		return nil, err
	}
	b := &restorer{s: s, changes: all, report: r, changeScript: newChangeScript()}
	g := readSettingsState(valuesOf(s), all)
	b.settings(g, g.undo())
	unread := b.drivers(ctx, d)
	if gone, ok := errors.AsType[*adb.Error](unread); ok && gone.Unreachable() {
		return nil, unread
	}
	if err := b.properties(ctx, d); err != nil {
		return nil, err
	}
	b.planUndoScripts()
	if err = b.run(ctx, d, j); err == nil {
		err = b.endRoot(ctx, d, j)
	}
	if unread != nil {
		err = errors.Join(err, b.failDrivers(unread))
	}
	return r, err
}

// endRoot ends adb root when it is no longer needed.
func (b *restorer) endRoot(ctx context.Context, d *adb.Device, j *Journal) error {
	list := slices.DeleteFunc(slices.Clone(b.changes), func(c Change) bool { return c.Kind != KindAdbd })
	ours := func(c Change) bool { return c.BootID == b.s.BootID }
	if b.s.RootShell && slices.ContainsFunc(list, ours) {
		if err := d.Unroot(ctx); err != nil {
			return err
		}
		b.report.Restored = append(b.report.Restored, RestoreItem{Kind: KindAdbd, Name: "root", From: "root", To: "shell"})
	}
	return j.Done(list...)
}

// restorer is the state of one call of restore.
type restorer struct {
	s            *device.State
	changes      []Change
	report       *Restored
	changeScript *changeScript
	plans        []restorePlan // what to restore, in order
}

// restorePlan is an object to restore, and the changes that are settled with it.
type restorePlan struct {
	RestoreItem
	key     string // its name in the script
	write   bool   // the device must be changed
	settles []Change
}

// run executes the plan and removes settled changes from the journal.
func (b *restorer) run(ctx context.Context, d *adb.Device, j *Journal) error {
	out, err := b.changeScript.run(ctx, d)
	if err != nil {
		return err
	}
	if err := j.Done(b.settle(out)...); err != nil {
		return err
	}
	return b.fault(out)
}

// settings plans the writes that restore settings.
func (b *restorer) settings(g settingsState, to values) {
	b.changeScript.settings(undoChanges(g.now, to))
	journaled := map[string]Unwound{}
	for _, u := range Unwind(b.changes, b.s.BootID, func(_, name string) Value { return g.now[name] }) {
		journaled[u.Name] = u
	}
	for _, c := range undoChanges(g.now, to) {
		b.plan(Unwound{Kind: KindSetting, Name: c.Name, Now: g.now[c.Name], To: to[c.Name], Settled: b.of(KindSetting, c.Name)})
	}
	for _, name := range settingOrder {
		u, ok := journaled[name]
		if !ok || g.now[name] != to[name] {
			continue
		}
		b.plan(Unwound{Kind: u.Kind, Name: name, Now: u.Now, To: u.Now, Settled: b.of(u.Kind, name)})
		switch {
		case len(u.Foreign) > 0:
			b.leave(u, "another process changed the value after gleslayergen")
		case u.To != u.Now:
			b.leave(u, "Vulkan layers that were enabled later need this value")
		}
	}
}

// of returns the changes of one object.
func (b *restorer) of(kind, name string) []Change {
	return slices.DeleteFunc(slices.Clone(b.changes), func(c Change) bool { return c.Kind != kind || c.Name != name })
}

// plan decides what to do with a setting or property.
func (b *restorer) plan(u Unwound) {
	p := restorePlan{RestoreItem: RestoreItem{Kind: u.Kind, Name: u.Name, From: describe(u.Now), To: describe(u.To)},
		key: u.Name, write: u.Now != u.To, settles: slices.Concat(u.Settled, u.Foreign)}
	if u.Kind == KindSetting {
		p.By = b.s.Settings[u.Name].By
	}
	b.plans = append(b.plans, p)
}

// leave records what is not restored.
func (b *restorer) leave(u Unwound, why string) {
	l := RestoreItem{Kind: u.Kind, Name: u.Name, From: describe(u.Now), To: describe(u.First), Why: why}
	if u.Kind == KindSetting {
		l.By = b.s.Settings[u.Name].By
	}
	b.report.Left = append(b.report.Left, l)
}

// properties plans how to restore properties. It reads their values from the device.
func (b *restorer) properties(ctx context.Context, d *adb.Device) error {
	now, err := readProperties(ctx, d, b.s, b.changes)
	if err != nil {
		return err
	}
	for _, u := range Unwind(b.changes, b.s.BootID, func(_, name string) Value { return now[name] }) {
		if u.Kind != KindProperty {
			continue
		}
		if b.plan(u); u.Now != u.To {
			b.changeScript.set(u.Kind, u.Name, u.To)
		}
		if len(u.Foreign) > 0 {
			b.leave(u, "another process changed the value after gleslayergen")
		}
	}
	return nil
}

// describe formats a value.
func describe(v Value) string {
	if !v.Set {
		return "not set"
	}
	return fmt.Sprintf("%q", v.Text)
}

func newRestored(serial string) *Restored {
	return &Restored{Serial: serial, Restored: []RestoreItem{}, Left: []RestoreItem{}, Failed: []RestoreItem{}}
}
