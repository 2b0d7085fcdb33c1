package why

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/rules"
)

// checkGoRuntime counts the layers and the app's own libraries with a Go runtime.
func (ev *evaluation) checkGoRuntime() outcome {
	var with []string
	seen := false
	for _, s := range ev.resolved {
		if s.file == nil || s.file.Object == nil {
			continue
		}
		seen = true
		if s.file.Object.Go && !slices.Contains(with, s.file.Path) {
			with = append(with, s.file.Path)
		}
	}
	if len(with) > 0 {
		for _, own := range ev.Go {
			if !slices.Contains(with, own) {
				with = append(with, own)
			}
		}
	}
	switch {
	case len(with) > 1:
		return fails(placeholders{"value": strings.Join(with, " and ")}, "libraries with the build note of Go: "+strings.Join(with, ", "))
	case !seen:
		return skipped("no layer file could be read")
	}
	return ok("no layer that could be read adds a second Go runtime to the process")
}

func (ev *evaluation) checkES1() outcome {
	switch ev.ES1 {
	case Yes:
		return fails(nil, "libraries of "+ev.App.Package+" contain the name libGLESv1_CM.so; no library contains libGLESv2.so or libGLESv3.so")
	case No:
		return ok("the app's libraries contain the name libGLESv2.so or libGLESv3.so")
	}
	return unknown("the name of a GLES library was not found in the app's libraries, so the ES version is unknown")
}

// allANGLE is the setting that selects ANGLE for all apps.
const allANGLE = "angle_gl_driver_all_angle"

func (ev *evaluation) checkANGLE() outcome {
	d := rules.DecideDriver(rules.DriverDevice{Release: ev.Device.Release, Settings: ev.Drivers,
		App: rules.DriverApp{Package: ev.App.Package, Debuggable: ev.App.Debuggable}})
	if d.Choice != rules.DriverAngle {
		return ok("no setting selects ANGLE for this app")
	}
	i := slices.IndexFunc(d.Steps, func(s rules.Step) bool { return s.Question == rules.DriverChoose && s.Taken })
	why, more := d.Steps[i].Text, ev.placeholders(nil)
	undo := more["gles"] + " driver set --app " + adb.QuoteIfNeeded(ev.App.Package) + more["for"] + " default"
	if ev.Drivers[allANGLE] == "1" {
		undo = more["adb"] + " shell settings delete global " + allANGLE
	}
	return fails(placeholders{"value": why, "undo": undo}, why)
}

func (ev *evaluation) checkMaker() outcome {
	if ev.Maker.Setting == "" {
		return ok("no known setting of a device maker loads a layer into this app")
	}
	others := slices.DeleteFunc(ev.Maker.Apps(ev.MakerApps), func(app string) bool { return app == ev.App.Package })
	undo := "settings delete global " + ev.Maker.Setting
	if len(others) > 0 {
		undo = "settings put global " + ev.Maker.Setting + " " + deviceArg(strings.Join(others, ","))
	}
	return fails(placeholders{"setting": ev.Maker.Setting, "value": ev.Maker.What, "undo": ev.placeholders(nil)["adb"] + " shell " + adb.QuoteIfNeeded(undo)},
		"setting "+ev.Maker.Setting+": "+ev.MakerApps)
}
