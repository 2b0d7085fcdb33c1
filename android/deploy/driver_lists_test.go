package deploy

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// FuzzDriverLists changes the entries of one app in any lists: the entries of other apps stay, and the state of the app
// is the requested one.
func FuzzDriverLists(f *testing.F) {
	f.Add("a,b,c", "angle,native,default", "a", "", "b", "native+opt-out")
	f.Add("b,b", "angle,native", "b,b", "b", "b", "default")
	f.Add("", "", "", "", "x.y", "opt-in")
	f.Add(",", ",", ",,", "", "x.y", "angle")
	f.Fuzz(func(t *testing.T, packages, values, in, out, app, state string) {
		n := rules.DriverSettingsOf(rules.Newest())
		l, err := ReadDriverLists(rules.Newest(), map[string]string{n.Packages: packages, n.Values: values, n.OptIn: in, n.OptOut: out})
		if err != nil || app == "" || strings.Contains(app, ",") || !slices.Contains([]string{"default", "angle", "native", "native+opt-out", "opt-in"}, state) {
			return
		}
		to := l.With(app, state)
		if got := to.State(app); got != state {
			t.Errorf("%q, not %q", got, state)
		}
		others := func(l DriverLists) (all []string) {
			for i, name := range l.packages {
				if name != app {
					all = append(all, name+"="+l.values[i])
				}
			}
			return slices.Concat(all, without(l.in, []string{app}), without(l.out, []string{app}))
		}
		if before, after := others(l), others(to); !slices.Equal(before, after) {
			t.Errorf("other apps: %q became %q", before, after)
		}
		if len(to.packages) != len(to.values) {
			t.Errorf("%d packages, %d values", len(to.packages), len(to.values))
		}
	})
}
