package device

import (
	"fmt"
	"strings"
)

// Describe returns a description of the device as comment lines of a shell script.
func (d *Device) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Android %s (API %s), %s build, %s; packages:\n", d.Prop("ro.build.version.release"), d.Prop("ro.build.version.sdk"),
		d.options.Build, d.Prop("ro.product.cpu.abilist"))
	for _, in := range d.apps() {
		kind := "release"
		switch {
		case in.Debuggable:
			kind = "debuggable"
		case in.InjectLayers:
			kind = "release, takes layers"
		case in.NoCode:
			kind = "no code"
		}
		if n := len(in.Libs); n > 0 {
			kind += fmt.Sprintf(", %d libraries", n)
		}
		fmt.Fprintf(&b, "#   %s (%s)\n", in.Name, kind)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
