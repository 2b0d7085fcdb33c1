package deploy

import (
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// Disable removes the configuration of GLES layers: it restores settings that the journal records, and
// deletes others that enable GLES layers. A configuration of Vulkan layers stays. With app, it removes only
// the configuration of that app.
func Disable(ctx context.Context, d *adb.Device, app string, user int) (*Restored, error) {
	j, err := OpenJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	defer j.Close()
	s, err := device.Read(ctx, d, device.Query{User: user, SettingsBy: true})
	if err != nil {
		return nil, err
	}
	if err := s.SettingsFault(); err != nil {
		return nil, err
	}
	now := valuesOf(s)
	if target := now.text(settingApp); app != "" && target != "" && target != app {
		return nil, &android.Error{What: "app " + app, Why: "the settings are for another app: " + target,
			Advice: "to turn layers off for all apps, leave out --app; to show the settings: gleslayergen device status"}
	}
	b := &restorer{s: s, report: newRestored(d.Serial), changeScript: newChangeScript(),
		changes: slices.DeleteFunc(j.Changes(), func(c Change) bool { return c.Kind != KindSetting && c.Kind != KindProperty })}
	g := readSettingsState(now, b.changes)
	to := g.unplan()
	if err := b.begin(j, changes(g.undo(), to), g); err != nil {
		return nil, err
	}
	b.settings(g, to)
	if err := b.properties(ctx, d); err != nil {
		return nil, err
	}
	if len(b.plans) == 0 {
		return b.report, nil
	}
	return b.report, b.run(ctx, d, j)
}

// begin records in the journal the deletions that the journal does not know yet, before they are made: an
// interrupted run can then be undone.
func (b *restorer) begin(j *Journal, list []Change, g settingsState) error {
	for i, c := range list {
		is := g.now[c.Name]
		list[i].Before, list[i].BeforeSet = is.Text, is.Set
	}
	b.changes = append(b.changes, list...)
	return j.Begin(list...)
}
