package driver

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// A driver is refused if another one would be opened. ANGLE as the driver of the device is ANGLE, whatever selects it.
func TestRefuses(t *testing.T) {
	native := Choice{By: "ro.hardware.egl", Suffix: "mesa"}
	angle, angleOfDevice := Choice{By: rules.DriverAngle}, Choice{By: "ro.hardware.egl", Suffix: "angle"}
	for _, c := range []struct {
		choice  Choice
		name    string
		refused bool
	}{
		{native, "native", false}, {native, "angle", true}, {native, "updatable", true}, {native, "default", false},
		{angle, "angle", false}, {angle, "native", true}, {angleOfDevice, "angle", false}, {angleOfDevice, "native", true},
		{Choice{By: rules.DriverUpdatable}, "native", true}, {Choice{Abort: "gone"}, "default", true},
	} {
		if why := c.choice.refuses(c.name); (why != "") != c.refused {
			t.Errorf("%+v, %s: %q", c.choice, c.name, why)
		}
	}
}
