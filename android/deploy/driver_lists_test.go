package deploy

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// FuzzDriverLists selects a driver for one app in any lists, and undoes it: the entries of other apps stay, and the
// state of the app is the requested one, also after Android has read the lists again.
func FuzzDriverLists(f *testing.F) {
	f.Add("a,b,c", "angle,native,default", "a", "", "b", "native")
	f.Add("b,b", "angle,native", "b,b", "b", "b", "default")
	f.Add("", "", "", "", "x.y", "updatable")
	f.Add(",", ",", ",,", "", "x.y", "angle")
	f.Add("x,z,y,", ",,angle", "", "", "y", "default")
	f.Fuzz(func(t *testing.T, packages, values, in, out, app, driver string) {
		n := rules.DriverSettingsOf(rules.Newest())
		l, err := ReadDriverLists(rules.Newest(), map[string]string{n.Packages: packages, n.Values: values, n.OptIn: in, n.OptOut: out, n.Prerelease: in})
		state, known := map[string]string{"default": "default", "angle": "angle", "native": "native+opt-out", "updatable": "opt-in"}[driver]
		if err != nil || app == "" || strings.Contains(app, ",") || !known {
			return
		}
		to := l.For(app, driver, true)
		settings := map[string]string{}
		for name, v := range to.Settings() {
			settings[name] = v.Text
		}
		again, err := ReadDriverLists(rules.Newest(), settings)
		if got := again.State(app); got != state || err != nil {
			t.Errorf("%q, not %q (%v)", got, state, err)
		}
		undone := to
		for _, kind := range driverKinds {
			undone = undone.with(kind, app, l.entry(kind, app))
		}
		if got := undone.State(app); got != l.State(app) {
			t.Errorf("undone: %q, not %q", got, l.State(app))
		}
		others := func(l DriverLists) (all []string) {
			for i, name := range l.packages {
				if name != app {
					all = append(all, name+"="+l.values[i])
				}
			}
			for _, kind := range driverKinds {
				all = append(all, without(l.members[kind], []string{app})...)
			}
			return all
		}
		if before, after := others(l), others(undone); !slices.Equal(before, after) {
			t.Errorf("other apps: %q became %q", before, after)
		}
		if len(to.packages) != len(to.values) {
			t.Errorf("%d packages, %d values", len(to.packages), len(to.values))
		}
	})
}

// Empty words at the end of a list do not count, as in Java.
func TestReadDriverLists(t *testing.T) {
	n := rules.DriverSettingsOf(rules.Newest())
	for lists, state := range map[[2]string]string{{"a,b,", "angle,native"}: "native", {"a,b", "angle,native,,"}: "native", {"a,b", "angle,"}: "", {"", ""}: "default"} {
		l, err := ReadDriverLists(rules.Newest(), map[string]string{n.Packages: lists[0], n.Values: lists[1]})
		if got := l.State("b"); (err == nil) != (state != "") || err == nil && got != state {
			t.Errorf("%q: %q (%v)", lists, got, err)
		}
	}
}
