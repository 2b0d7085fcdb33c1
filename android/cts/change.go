package cts

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// change collects the script's steps and the journal entries for them.
type change struct {
	steps   []string
	r       *runner
	changes []deploy.Change
}

// change returns the steps that set the device state of a case, and the journal entries for them.
func (r *runner) change(c Case) *change {
	s := &change{r: r}
	for _, p := range r.packages {
		if p.app != nil {
			s.do("am force-stop %s", r.name(p.word))
		}
	}
	for _, name := range slices.Concat(settingNames, []string{"gpu_debug_layers"}) {
		value, set := c.Settings[name]
		if set && slices.Contains(packageSettings, name) {
			value = each(value, r.name)
		}
		s.setting(name, value, set)
	}
	s.property(c.Property)
	s.do("am refresh-settings-cache >/dev/null 2>&1")
	for _, letter := range []string{"A", "B"} {
		s.layer(letter, slices.Contains(c.Push, letter))
	}
	return s
}

func (s *change) do(format string, args ...any) {
	s.steps = append(s.steps, fmt.Sprintf(format, args...))
}

// setting changes a setting, if it has another value.
func (s *change) setting(name, value string, set bool) {
	now := s.r.s.Settings[name]
	if now.Set == set && now.Value == value {
		return
	}
	s.changes = append(s.changes, deploy.Change{Kind: deploy.KindSetting, Name: name, Before: now.Value, BeforeSet: now.Set, After: value, AfterSet: set})
	if set {
		s.do("settings put global %s %s", name, adb.Quote(value))
	} else {
		s.do("settings delete global %s >/dev/null", name)
	}
	settings := maps.Clone(s.r.s.Settings)
	settings[name] = device.Setting{Value: value, Set: set}
	s.r.s.Settings = settings
}

func (s *change) property(value string) {
	now := s.r.s.Props[rules.PropertyLayers]
	if now == value {
		return
	}
	s.changes = append(s.changes, deploy.Change{Kind: deploy.KindProperty, Name: rules.PropertyLayers, Before: now, BeforeSet: now != "",
		After: value, AfterSet: value != "", BootID: s.r.s.BootID})
	s.do("setprop %s %s", rules.PropertyLayers, adb.Quote(value))
	s.r.s.Props[rules.PropertyLayers] = value
}

// layer adds a layer to the data directory of the debuggable app, or removes it.
func (s *change) layer(letter string, there bool) {
	app := s.r.s.Packages[s.r.name("DEBUG")]
	i := slices.IndexFunc(app.Files, func(f device.File) bool { return f.Name == file(letter) })
	switch {
	case there && i < 0:
		s.changes = append(s.changes, deploy.Change{Kind: deploy.KindFile, Name: app.DataDir + "/" + file(letter), AfterSet: true, User: s.r.s.User, As: app.Name})
		s.do("cat %s | %s sh -c 'cat > %[3]s; chmod 700 %[3]s'", adb.Quote(s.r.source(letter)), adb.RunAs(app.Name, s.r.s.User), file(letter))
		app.Files = append(app.Files, device.File{Name: file(letter)})
	case !there && i >= 0:
		s.do("%s rm -f %s", adb.RunAs(app.Name, s.r.s.User), file(letter))
		app.Files = slices.Delete(app.Files, i, i+1)
	}
}
