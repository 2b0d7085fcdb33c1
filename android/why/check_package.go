package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// layerPackages are the packages of gpu_debug_layer_app, as Java's split has them.
func (w *evaluation) layerPackages() []string {
	if !w.needed() {
		return nil
	}
	return names(w.Settings.LayerApp)
}

var noPackages = skipped("gpu_debug_layer_app is not set, or counts for nothing")

var noneNeeded = skipped("every layer has a file in a folder of another kind")

// elsewhereAll reports whether no requested layer comes from a package, that is, each layer has a file in a
// folder that does not belong to a package. Such layers load even if a package is not usable.
func (w *evaluation) elsewhereAll() bool {
	for _, s := range w.stands {
		if s.file == nil || s.place.To == "apk" {
			return false
		}
	}
	return len(w.stands) > 0
}

func (w *evaluation) layerApp() string {
	return "setting gpu_debug_layer_app: " + null(w.Settings.LayerApp)
}

// checkCrash asks package rules whether this release lives through a package that is missing.
func (w *evaluation) checkCrash() outcome {
	if len(w.layerPackages()) == 0 {
		return noPackages
	}
	if w.then.Crash != "" {
		return fails(placeholders{"step": w.then.Crash}, w.layerApp())
	}
	return ok("no package is missing, or this release lives through it", w.layerApp())
}

func (w *evaluation) checkPackage() outcome {
	switch {
	case len(w.layerPackages()) == 0:
		return noPackages
	case w.then.Crash != "":
		return skipped("the app crashes before that")
	case w.elsewhereAll():
		return noneNeeded
	}
	for _, name := range w.layerPackages() {
		if _, there := w.Packages[name]; !there {
			return fails(placeholders{"package": name}, w.layerApp(), "dumpsys package "+name+": no such package")
		}
	}
	return ok("installed: "+strings.Join(w.layerPackages(), ", "), w.layerApp())
}

// checkVisible takes what Java wrote for more than what is known of the package.
func (w *evaluation) checkVisible() outcome {
	switch {
	case len(w.layerPackages()) == 0:
		return noPackages
	case w.elsewhereAll():
		return noneNeeded
	}
	for _, name := range w.layerPackages() {
		_, there := w.Packages[name]
		switch {
		case !there: // said above
		case w.warned(name):
			return fails(placeholders{"package": name}, w.Start.line("Debug layer app")...)
		case w.opens(): // it was seen, however that came
		case w.Sees[name] == No:
			return fails(placeholders{"package": name}, "dumpsys package queries: "+w.App.Package+" has no "+name)
		case w.Sees[name] == Unknown:
			return open("whether "+w.App.Package+" sees "+name+" shows when it starts", w.layerApp())
		}
	}
	return ok(w.App.Package + " sees the packages")
}

// warned reports whether the app did not see a package at its last start.
func (w *evaluation) warned(name string) bool {
	if !w.current() {
		return false
	}
	for _, missing := range w.Start.Missing {
		if missing == name {
			return true
		}
	}
	return false
}

// checkPackageABI asks package rules, which puts the word null in the place of an ABI.
func (w *evaluation) checkPackageABI() outcome {
	switch {
	case len(w.layerPackages()) == 0:
		return noPackages
	case w.elsewhereAll():
		return noneNeeded
	}
	for _, name := range w.layerPackages() {
		p, there := w.Packages[name]
		if !there || w.App.ABI == "" {
			continue
		}
		s := w.rightSettings()
		s.LayerApp = name
		d := rules.Decide(w.Device, w.rightApp(), s, map[string]rules.Package{name: p})
		if strings.Contains(d.Path, p.SourceDir+"!/lib/null:") {
			has := strings.Trim(p.PrimaryABI+", "+p.SecondaryABI, ", ")
			return fails(placeholders{"package": name, "fileabi": has}, "primaryCpuAbi of "+name+": "+p.PrimaryABI, "primaryCpuAbi of "+w.App.Package+": "+w.App.ABI)
		}
	}
	if w.App.ABI == "" {
		return open("the device does not say which ABI " + w.App.Package + " runs as")
	}
	return ok("the ABIs fit")
}
