package deploy

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Status is the layer settings of a device, regardless of which tool wrote them.
type Status struct {
	Serial    string          `json:"serial"`
	Model     string          `json:"model"`
	Android   string          `json:"android"`
	Target    string          `json:"target"` // the app that the settings are for; "": none, or they are off
	Settings  []SettingStatus `json:"settings"`
	Property  string          `json:"property"`        // debug.gles.layers; a reboot clears it
	Until     string          `json:"until,omitempty"` // when the device takes the property back by itself, by its clock
	SELinux   string          `json:"selinux"`
	Journal   []Change        `json:"journal"`   // changes of this machine that are not undone
	Leftovers []Leftover      `json:"leftovers"` // what other tools may have left
}

// SettingStatus is a setting and who wrote it.
type SettingStatus struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Set   bool   `json:"set"`
	Told  bool   `json:"told"`         // the device reports it; false: not readable
	By    string `json:"by,omitempty"` // the package that wrote it last
	Ours  bool   `json:"ours"`         // it is as the journal says that we left it
}

// ReadStatus looks at a device and changes nothing. Where the device does not tell its settings, there is a report and the
// error of it.
func ReadStatus(ctx context.Context, d *adb.Device, user int) (*Status, error) {
	made, err := ReadJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	s, err := device.Read(ctx, d, device.Query{User: user, SettingsBy: true, Ask: leftoverQueries()})
	if err != nil {
		return nil, err
	}
	now := valuesOf(s)
	r := &Status{Serial: d.Serial, Model: s.Model, Android: s.AndroidVersion, Property: s.Props[rules.PropertyLayers],
		SELinux: s.SELinux, Journal: append([]Change{}, made...), Leftovers: leftoversOf(d, s, made), Settings: []SettingStatus{}}
	if rules.Decide(rules.Device{Release: s.Release}, rules.App{Package: now.text(settingApp), Debuggable: true},
		rules.Settings{Enable: now.text(settingEnable), App: now.text(settingApp)}, nil).Gate {
		r.Target = now.text(settingApp)
	}
	if r.Property != "" {
		_, r.Until, _ = strings.Cut(s.Props[propertyUndo], undoAt)
	}
	g := readSettingsState(now, made)
	for _, name := range device.SettingNames {
		is, told := s.Settings[name]
		r.Settings = append(r.Settings, SettingStatus{name, is.Value, is.Set, told, is.By, g.ours[name]})
	}
	return r, s.SettingsFault()
}
