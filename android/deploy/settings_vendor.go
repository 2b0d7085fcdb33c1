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

// fault is what kept orders from being carried out, nil if nothing did.
func (r outcome) fault(f *device.Facts) error {
	v := rules.FindVendor(f.Manufacturer)
	for _, name := range slices.Sorted(maps.Keys(r.refused)) {
		why := fmt.Sprintf("%s lets adb write no settings: %s", maker(f), firstLine(r.refused[name]))
		return &adb.Error{What: f.Serial + ": " + name, Why: why, Advice: v.Toggle + ", then try again; more: gleslayergen explain " + v.ID}
	}
	for _, name := range slices.Sorted(maps.Keys(r.differs)) {
		why := fmt.Sprintf("the device took the value and did not keep it: it is %q", r.differs[name])
		return &adb.Error{What: f.Serial + ": " + name, Why: why, Advice: v.Toggle + ", then try again; more: gleslayergen explain " + v.ID}
	}
	if !r.done {
		return &adb.Error{What: f.Serial, Why: "the device's shell ended in the middle", Advice: "try again; gleslayergen device restore puts back what was changed"}
	}
	return nil
}

func maker(f *device.Facts) string {
	if f.Manufacturer == "" {
		return "this device"
	}
	return "this device (maker " + f.Manufacturer + ")"
}

// firstLine is the line of an exception that says what it is.
func firstLine(said string) string {
	lines := strings.Split(said, "\n")
	for _, l := range lines {
		if strings.Contains(l, "xception:") || strings.Contains(strings.ToLower(l), "permission denial") {
			return strings.TrimSpace(l)
		}
	}
	return strings.TrimSpace(lines[0])
}
