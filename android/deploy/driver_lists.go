package deploy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/rules"
)

// DriverLists are the settings that select a driver for single apps. Other programs change them too, such as the
// settings app of ANGLE. Therefore only the entries of one app are changed, in values read just before.
type DriverLists struct {
	names            rules.DriverSettingNames
	packages, values []string // of the same length
	in, out          []string
}

// ReadDriverLists parses the values of the settings. It fails if the choices of apps cannot be told apart.
func ReadDriverLists(r *rules.Release, settings map[string]string) (DriverLists, error) {
	n := rules.DriverSettingsOf(r)
	l := DriverLists{names: n, packages: commaWords(settings[n.Packages]), values: commaWords(settings[n.Values]),
		in: commaWords(settings[n.OptIn]), out: commaWords(settings[n.OptOut])}
	if len(l.packages) != len(l.values) {
		return l, &android.Error{What: "setting " + n.Packages, Why: fmt.Sprintf("the list has %d entries, but the list %s has %d: Android uses neither, and it is unknown which value belongs to which app", len(l.packages), n.Values, len(l.values)),
			Advice: "set both lists to the same length, or delete them: adb shell settings delete global " + n.Packages + "; adb shell settings delete global " + n.Values}
	}
	return l, nil
}

func commaWords(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// Words in the state of an app's driver: the value in the list of choices, and whether the app is in the two lists
// of the updatable driver.
const (
	DriverDefault = "default"
	driverIn      = "opt-in"
	driverOut     = "opt-out"
)

// State returns the entries of an app as words, separated by "+"; "default" if it has none.
func (l DriverLists) State(app string) string {
	var words []string
	if i := slices.Index(l.packages, app); i >= 0 && l.values[i] != DriverDefault {
		words = append(words, l.values[i])
	}
	if slices.Contains(l.in, app) {
		words = append(words, driverIn)
	}
	if slices.Contains(l.out, app) {
		words = append(words, driverOut)
	}
	if len(words) == 0 {
		return DriverDefault
	}
	return strings.Join(words, "+")
}

// With returns the lists with another state of an app.
func (l DriverLists) With(app, state string) DriverLists {
	words := without(strings.Split(state, "+"), []string{DriverDefault})
	member := func(list []string, word string) []string {
		has := slices.Contains(words, word)
		words = without(words, []string{word})
		switch {
		case has && !slices.Contains(list, app):
			return append(slices.Clone(list), app)
		case !has:
			return without(list, []string{app})
		}
		return list
	}
	l.in, l.out = member(l.in, driverIn), member(l.out, driverOut)
	l.packages, l.values = slices.Clone(l.packages), slices.Clone(l.values)
	for i := len(l.packages) - 1; i >= 0; i-- { // Android reads the first entry of an app
		if l.packages[i] == app && (len(words) == 0 || i != slices.Index(l.packages, app)) {
			l.packages, l.values = slices.Delete(l.packages, i, i+1), slices.Delete(l.values, i, i+1)
		}
	}
	if len(words) == 0 {
		return l
	}
	if i := slices.Index(l.packages, app); i >= 0 {
		l.values[i] = words[0]
		return l
	}
	l.packages, l.values = append(l.packages, app), append(l.values, words[0])
	return l
}

// Settings returns the values of the settings. An empty list is a setting that is not set.
func (l DriverLists) Settings() map[string]Value {
	all := map[string]Value{}
	for name, list := range map[string][]string{l.names.Packages: l.packages, l.names.Values: l.values, l.names.OptIn: l.in, l.names.OptOut: l.out} {
		all[name] = Value{Text: strings.Join(list, ","), Set: len(list) > 0}
	}
	return all
}

// driverStateOf returns the state of an app's driver for a name of a driver; updatable reports whether the device
// has an updatable driver.
func driverStateOf(driver string, updatable bool) string {
	switch {
	case driver == rules.DriverUpdatable:
		return driverIn
	case driver == rules.DriverNative && updatable:
		return rules.DriverNative + "+" + driverOut
	}
	return driver
}

// For returns the lists with which an app gets a driver: native, angle, default or updatable.
func (l DriverLists) For(app, driver string, updatable bool) DriverLists {
	return l.With(app, driverStateOf(driver, updatable))
}
