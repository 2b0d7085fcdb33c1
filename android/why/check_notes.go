package why

import (
	"slices"
	"strings"
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

func (ev *evaluation) checkANGLE() outcome {
	if ev.ANGLE.Value == "" {
		return ok("no setting selects ANGLE for this app")
	}
	return fails(placeholders{"value": ev.ANGLE.Setting + " is " + ev.ANGLE.Value, "setting": ev.ANGLE.Setting}, "setting "+ev.ANGLE.Setting+": "+ev.ANGLE.Value)
}

func (ev *evaluation) checkMaker() outcome {
	if ev.Maker.Setting == "" {
		return ok("no known setting of a device maker loads a layer into this app")
	}
	return fails(placeholders{"setting": ev.Maker.Setting, "value": ev.Maker.What}, "setting "+ev.Maker.Setting+": "+ev.MakerApps)
}
