package why

import (
	"slices"
	"strings"
)

// checkGoRuntime counts the layers with Go in them, and the app's own.
func (w *evaluation) checkGoRuntime() outcome {
	var with []string
	seen := false
	for _, s := range w.stands {
		if s.file == nil || s.file.Object == nil {
			continue
		}
		seen = true
		if s.file.Object.Go && !slices.Contains(with, s.file.Path) {
			with = append(with, s.file.Path)
		}
	}
	if len(with) > 0 {
		for _, own := range w.Go {
			if !slices.Contains(with, own) {
				with = append(with, own)
			}
		}
	}
	switch {
	case len(with) > 1:
		return fails(placeholders{"value": strings.Join(with, " and ")}, "Go's build note: "+strings.Join(with, ", "))
	case !seen:
		return skipped("no layer could be read")
	}
	return ok("there is one Go runtime at most")
}

func (w *evaluation) checkES1() outcome {
	switch w.ES1 {
	case Yes:
		return fails(nil, "libGLESv1_CM.so is named by libraries of "+w.App.Package+", libGLESv2.so by none")
	case No:
		return ok("the app's libraries name libGLESv2.so or newer")
	}
	return open("the app's own libraries do not tell")
}

func (w *evaluation) checkANGLE() outcome {
	if w.ANGLE.Value == "" {
		return ok("no setting chooses ANGLE")
	}
	return fails(placeholders{"value": w.ANGLE.Setting + " is " + w.ANGLE.Value, "setting": w.ANGLE.Setting}, "setting "+w.ANGLE.Setting+": "+w.ANGLE.Value)
}
