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
	Target    string          `json:"target"` // app that the settings select; "": none, or layers are off
	Settings  []SettingStatus `json:"settings"`
	Property  string          `json:"property"`        // debug.gles.layers; a reboot clears it
	Until     string          `json:"until,omitempty"` // when a timer on the device clears the property
	SELinux   string          `json:"selinux"`
	Journal   []Change        `json:"journal"`   // changes made from this machine that are not undone
	Leftovers []Leftover      `json:"leftovers"` // what other tools may have left
	Makers    []MakerLayer    `json:"makers"`    // layers that the device maker loads into apps
}

// MakerLayer is a layer that the device maker loads into the apps of a setting.
type MakerLayer struct {
	Setting string   `json:"setting"`
	Apps    []string `json:"apps"`
	Library string   `json:"library"`
	Package string   `json:"package"`
	Maker   string   `json:"maker"`
	What    string   `json:"what"`
}

const makerQuery = "maker-"

func makerQueries() []device.NamedScript {
	var list []device.NamedScript
	for _, l := range rules.MakerLayers() {
		list = append(list, device.NamedScript{Name: makerQuery + l.Setting, Script: "settings get global " + l.Setting})
	}
	return list
}

func makerLayersOf(s *device.State) []MakerLayer {
	found := []MakerLayer{}
	for _, l := range rules.MakerLayers() {
		if apps := l.Apps(s.Answers[makerQuery+l.Setting]); len(apps) > 0 {
			found = append(found, MakerLayer{l.Setting, apps, l.Library, l.Package, l.Maker, l.What})
		}
	}
	return found
}

// SettingStatus is a setting and the package that wrote it.
type SettingStatus struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Set   bool   `json:"set"`          // the setting exists
	Told  bool   `json:"told"`         // false: the device does not let adb read it
	By    string `json:"by,omitempty"` // package that wrote it last
	Ours  bool   `json:"ours"`         // has the value that the journal records
}

// ReadStatus reads a device and changes nothing. If the device does not report its settings, it returns both
// a report and the error.
func ReadStatus(ctx context.Context, d *adb.Device, user int) (*Status, error) {
	made, err := ReadJournal(d.Identity())
	if err != nil {
		return nil, err
	}
	s, err := device.Read(ctx, d, device.Query{User: user, SettingsBy: true, Scripts: append(leftoverQueries(), makerQueries()...)})
	if err != nil {
		return nil, err
	}
	now := valuesOf(s)
	r := &Status{Serial: d.Serial, Model: s.Model, Android: s.AndroidVersion, Property: s.Props[rules.PropertyLayers],
		SELinux: s.SELinux, Journal: append([]Change{}, made...), Leftovers: leftoversOf(d, s, made), Makers: makerLayersOf(s), Settings: []SettingStatus{}}
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
