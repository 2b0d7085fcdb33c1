package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// layerPackages returns the packages of gpu_debug_layer_app, split as Android's Java code does.
func (w *evaluation) layerPackages() []string {
	if !w.gateApplies() {
		return nil
	}
	return names(w.Settings.LayerApp)
}

var noPackages = skipped("no layer package is searched: gpu_debug_layer_app is not set, or the layers come from the property")

var packagesNotUsed = skipped("every layer is found outside of the layer packages")

// allOutsidePackages reports whether no requested layer comes from a package, that is, each layer has a file in a
// folder that does not belong to a package. Such layers load even if a package is not usable.
func (w *evaluation) allOutsidePackages() bool {
	for _, s := range w.resolved {
		if s.file == nil || s.place.To == "apk" {
			return false
		}
	}
	return len(w.resolved) > 0
}

func (w *evaluation) layerApp() string {
	return "setting gpu_debug_layer_app: " + settingText(w.Settings.LayerApp)
}

// checkCrash uses package rules to decide whether the release crashes if a package is missing.
func (w *evaluation) checkCrash() outcome {
	if len(w.layerPackages()) == 0 {
		return noPackages
	}
	if w.intended.Crash != "" {
		return fails(placeholders{"step": w.intended.Crash}, w.layerApp())
	}
	return ok("no layer package is missing, or this Android version tolerates a missing one", w.layerApp())
}

func (w *evaluation) checkPackage() outcome {
	switch {
	case len(w.layerPackages()) == 0:
		return noPackages
	case w.intended.Crash != "":
		return skipped("the app crashes before Android searches the packages")
	case w.allOutsidePackages():
		return packagesNotUsed
	}
	for _, name := range w.layerPackages() {
		if _, there := w.Packages[name]; !there {
			return fails(placeholders{"package": name}, w.layerApp(), "dumpsys package "+name+": no such package")
		}
	}
	return ok("installed: "+strings.Join(w.layerPackages(), ", "), w.layerApp())
}

// checkVisible prefers the warnings in the log over what is inferred from the package.
func (w *evaluation) checkVisible() outcome {
	switch {
	case len(w.layerPackages()) == 0:
		return noPackages
	case w.allOutsidePackages():
		return packagesNotUsed
	}
	for _, name := range w.layerPackages() {
		_, there := w.Packages[name]
		switch {
		case !there: // reported by checkPackage
		case w.warned(name):
			return fails(placeholders{"package": name}, w.Start.line("Debug layer app")...)
		case w.allOpened(): // the log shows that the package was visible
		case w.Sees[name] == No:
			return fails(placeholders{"package": name}, "dumpsys package queries: "+name+" is not listed for "+w.App.Package)
		case w.Sees[name] == Unknown:
			return unknown("whether "+name+" is visible to "+w.App.Package+" is known only after the app starts", w.layerApp())
		}
	}
	return ok("the layer packages are visible to " + w.App.Package)
}

// warned reports whether the log says that a package was not visible at the app's last start.
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

// checkPackageABI uses package rules: like Android, they insert the word null for an ABI that does not match.
func (w *evaluation) checkPackageABI() outcome {
	switch {
	case len(w.layerPackages()) == 0:
		return noPackages
	case w.allOutsidePackages():
		return packagesNotUsed
	}
	for _, name := range w.layerPackages() {
		p, there := w.Packages[name]
		if !there || w.App.ABI == "" {
			continue
		}
		s := w.enabledSettings()
		s.LayerApp = name
		d := rules.Decide(w.Device, w.debuggableApp(), s, map[string]rules.Package{name: p})
		if strings.Contains(d.Path, p.SourceDir+"!/lib/null:") {
			has := strings.Trim(p.PrimaryABI+", "+p.SecondaryABI, ", ")
			return fails(placeholders{"package": name, "fileabi": has}, "primaryCpuAbi of "+name+": "+p.PrimaryABI, "primaryCpuAbi of "+w.App.Package+": "+w.App.ABI)
		}
	}
	if w.App.ABI == "" {
		return unknown("the device does not report the ABI of " + w.App.Package)
	}
	return ok("the ABIs of the layer packages match the app's ABI")
}
