package deploy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/rules"
)

// DriverLists are the settings that select a driver for single apps. Other programs change them too, such as the
// settings app of ANGLE. Therefore only the entries of one app are changed, in values read just before.
type DriverLists struct {
	names            rules.DriverSettingNames
	packages, values []string            // of the same length
	members          map[string][]string // packages, by the kind of a change, for the lists without values
}

// DriverDefault is the name of the driver of an app without an entry.
const DriverDefault = "default"

// listed is the value of an app in a list without values.
const listed = "listed"

// ReadDriverLists parses the values of the settings. It fails if the choices of apps cannot be told apart.
func ReadDriverLists(r *rules.Release, settings map[string]string) (DriverLists, error) {
	n := rules.DriverSettingsOf(r)
	packages, values := driverWords(settings[n.Packages]), driverWords(settings[n.Values])
	l := DriverLists{names: n, members: map[string][]string{KindDriverIn: driverWords(settings[n.OptIn]),
		KindDriverOut: driverWords(settings[n.OptOut]), KindDriverPrerelease: driverWords(settings[n.Prerelease])}}
	if len(packages) != len(values) {
		return l, &android.Error{What: "setting " + n.Packages, Why: fmt.Sprintf("the length of the list is %d, but that of the list %s is %d: Android uses neither, and it is unknown which value belongs to which app", len(packages), n.Values, len(values)),
			Advice: "set both lists to the same length, or delete them: adb shell settings delete global " + n.Packages + "; adb shell settings delete global " + n.Values}
	}
	for i, name := range packages {
		if name != "" { // Java drops empty words at the end, so that the lengths of the lists would differ later
			l.packages, l.values = append(l.packages, name), append(l.values, cmp.Or(values[i], DriverDefault))
		}
	}
	return l, nil
}

// driverWords splits a list as Android does, except that an empty list has no words.
func driverWords(list string) []string {
	if list == "" {
		return nil
	}
	return rules.SplitSetting(list)
}

// entry returns the entry of an app in the list of a kind.
func (l DriverLists) entry(kind, app string) Value {
	if kind != KindDriver {
		if slices.Contains(l.members[kind], app) {
			return Value{Text: listed, Set: true}
		}
		return Value{}
	}
	i := slices.Index(l.packages, app) // Android reads the first
	if i < 0 || l.values[i] == DriverDefault {
		return Value{}
	}
	return Value{Text: l.values[i], Set: true}
}

// with returns the lists with another entry of an app in the list of a kind.
func (l DriverLists) with(kind, app string, to Value) DriverLists {
	if kind != KindDriver {
		list := l.members[kind]
		l.members = maps.Clone(l.members)
		switch {
		case !to.Set:
			l.members[kind] = without(list, []string{app})
		case !slices.Contains(list, app):
			l.members[kind] = append(slices.Clone(list), app)
		}
		return l
	}
	at := slices.Index(l.packages, app)
	var packages, values []string
	for i, name := range l.packages {
		switch {
		case name != app:
			packages, values = append(packages, name), append(values, l.values[i])
		case i == at && to.Set:
			packages, values = append(packages, app), append(values, to.Text)
		}
	}
	if at < 0 && to.Set {
		packages, values = append(packages, app), append(values, to.Text)
	}
	l.packages, l.values = packages, values
	return l
}

// State returns the entries of an app as words, separated by "+": its driver and the lists that have it. It is
// "default" if the app has no entry.
func (l DriverLists) State(app string) string {
	var words []string
	for _, kind := range driverKinds {
		switch v := l.entry(kind, app); {
		case v.Set && kind == KindDriver:
			words = append(words, v.Text)
		case v.Set:
			words = append(words, strings.TrimPrefix(kind, KindDriver+"-"))
		}
	}
	return cmp.Or(strings.Join(words, "+"), DriverDefault)
}

// Settings returns the values of the settings. An empty list is a setting that is not set.
func (l DriverLists) Settings() map[string]Value {
	all := map[string]Value{}
	for name, list := range map[string][]string{l.names.Packages: l.packages, l.names.Values: l.values, l.names.OptIn: l.members[KindDriverIn],
		l.names.OptOut: l.members[KindDriverOut], l.names.Prerelease: l.members[KindDriverPrerelease]} {
		all[name] = Value{Text: strings.Join(list, ","), Set: len(list) > 0}
	}
	return all
}

// For returns the lists with which an app gets a driver: native, angle, default or updatable. updatable reports
// whether the device has an updatable driver, which replaces the native one.
func (l DriverLists) For(app, driver string, updatable bool) DriverLists {
	entries := map[string]Value{}
	switch driver {
	case DriverDefault:
	case rules.DriverUpdatable:
		entries[KindDriverIn] = Value{Text: listed, Set: true}
	default:
		entries[KindDriver] = Value{Text: driver, Set: true}
		if driver == rules.DriverNative && updatable {
			entries[KindDriverOut] = Value{Text: listed, Set: true}
		}
	}
	for _, kind := range driverKinds {
		l = l.with(kind, app, entries[kind])
	}
	return l
}
