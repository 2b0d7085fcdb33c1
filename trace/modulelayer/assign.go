package modulelayer

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// included has modules that do nothing without another one, which is switched on with them. The module hud needs no entry: the
// modules that it includes work while it is on, but log nothing.
var included = map[string][]string{"explain": {"errors"}}

// Switches returns the settings that switch modules on, with the modules that they include. Without a value, a setting switches
// its module off.
func Switches(on []string) []settings.Assignment {
	all := slices.Clone(on)
	for _, name := range on {
		all = append(all, included[name]...)
	}
	var list []settings.Assignment
	for _, name := range Modules() {
		a := settings.Assignment{Name: name + ".on"}
		if slices.Contains(all, name) {
			a.Value = "1"
		}
		list = append(list, a)
	}
	return list
}
