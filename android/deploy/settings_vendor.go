package deploy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// fault returns the error if the script could not run, and nil otherwise.
func (r outcome) fault(f *device.Facts) error {
	v := rules.FindVendor(f.Manufacturer)
	for _, name := range slices.Sorted(maps.Keys(r.refused)) {
		why := fmt.Sprintf("adb could not write the value on %s: %s", maker(f), firstLine(r.refused[name]))
		return &adb.Error{What: f.Serial + ": " + name, Why: why, Advice: v.Toggle + ", then try again; for details: gleslayergen explain " + v.ID}
	}
	for _, name := range slices.Sorted(maps.Keys(r.differs)) {
		why := fmt.Sprintf("the device reported a successful write, but the value is %q", r.differs[name])
		return &adb.Error{What: f.Serial + ": " + name, Why: why, Advice: v.Toggle + ", then try again; for details: gleslayergen explain " + v.ID}
	}
	if !r.done {
		return &adb.Error{What: f.Serial, Why: "the connection to the device's shell closed before all commands were executed", Advice: "try again; to restore what was already changed: gleslayergen device restore"}
	}
	return nil
}

func maker(f *device.Facts) string {
	if f.Manufacturer == "" {
		return "this device"
	}
	return "this device (manufacturer " + f.Manufacturer + ")"
}

// firstLine returns the line of a Java exception with its message.
func firstLine(output string) string {
	lines := strings.Split(output, "\n")
	for _, l := range lines {
		if strings.Contains(l, "xception:") || strings.Contains(strings.ToLower(l), "permission denial") {
			return strings.TrimSpace(l)
		}
	}
	return strings.TrimSpace(lines[0])
}
