package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// layerPackages returns the packages of gpu_debug_layer_app, split as Android's Java code does.
func (ev *evaluation) layerPackages() []string {
	if !ev.gateApplies() {
		return nil
	}
	return names(ev.Settings.LayerApp)
}

var noPackages = skipped("no layer package is searched: gpu_debug_layer_app is not set, or the layers are listed in the property debug.gles.layers")

var packagesNotUsed = skipped("no layer is loaded from a layer package: all are in other directories")

// allOutsidePackages reports whether no requested layer comes from a package, that is, each layer has a file in a
// folder that does not belong to a package. Such layers load even if a package is not usable.
func (ev *evaluation) allOutsidePackages() bool {
	for _, s := range ev.resolved {
		if s.file == nil || s.place.To == "apk" {
			return false
		}
	}
	return len(ev.resolved) > 0
}

func (ev *evaluation) layerApp() string {
	return "setting gpu_debug_layer_app: " + settingText(ev.Settings.LayerApp)
}

// checkCrash uses package rules to decide whether the release crashes if a package is missing.
func (ev *evaluation) checkCrash() outcome {
	if len(ev.layerPackages()) == 0 {
		return noPackages
	}
	if ev.intended.Crash != "" {
		return fails(placeholders{"step": ev.intended.Crash}, ev.layerApp())
	}
	return ok("all layer packages are installed, or this Android version skips those that are not installed", ev.layerApp())
}

func (ev *evaluation) checkPackage() outcome {
	switch {
	case len(ev.layerPackages()) == 0:
		return noPackages
	case ev.intended.Crash != "":
		return skipped("the app crashes before Android searches the packages")
	case ev.allOutsidePackages():
		return packagesNotUsed
	}
	for _, name := range ev.layerPackages() {
		if _, there := ev.Packages[name]; !there {
			return fails(placeholders{"package": name}, ev.layerApp(), "dumpsys package "+name+": no such package")
		}
	}
	return ok("installed: "+strings.Join(ev.layerPackages(), ", "), ev.layerApp())
}

// checkVisible prefers the warnings in the log over what is inferred from the package.
func (ev *evaluation) checkVisible() outcome {
	switch {
	case len(ev.layerPackages()) == 0:
		return noPackages
	case ev.allOutsidePackages():
		return packagesNotUsed
	}
	for _, name := range ev.layerPackages() {
		_, there := ev.Packages[name]
		switch {
		case !there: // reported by checkPackage
		case ev.warned(name):
			return fails(placeholders{"package": name}, ev.Start.line("Debug layer app")...)
		case ev.allOpened(): // the log shows that the package was visible
		case ev.Sees[name] == No:
			return fails(placeholders{"package": name}, "dumpsys package queries: "+name+" is not listed for "+ev.App.Package)
		case ev.Sees[name] == Unknown:
			return unknown("it is not known yet whether the layer package "+name+" is visible to "+ev.App.Package+": restart the app, then the log shows it", ev.layerApp())
		}
	}
	return ok("all installed layer packages are visible to " + ev.App.Package)
}

// warned reports whether the log says that a package was not visible at the app's last start.
func (ev *evaluation) warned(name string) bool {
	if !ev.current() {
		return false
	}
	for _, missing := range ev.Start.Missing {
		if missing == name {
			return true
		}
	}
	return false
}

// checkPackageABI uses package rules: like Android, they insert the word null for an ABI that does not match.
func (ev *evaluation) checkPackageABI() outcome {
	switch {
	case len(ev.layerPackages()) == 0:
		return noPackages
	case ev.allOutsidePackages():
		return packagesNotUsed
	}
	for _, name := range ev.layerPackages() {
		p, there := ev.Packages[name]
		if !there || ev.App.ABI == "" {
			continue
		}
		s := ev.enabledSettings()
		s.LayerApp = name
		d := rules.Decide(ev.Device, ev.debuggableApp(), s, map[string]rules.Package{name: p})
		if strings.Contains(d.Path, p.SourceDir+"!/lib/null:") {
			has := strings.Trim(p.PrimaryABI+", "+p.SecondaryABI, ", ")
			return fails(placeholders{"package": name, "fileabi": has}, "primaryCpuAbi of "+name+": "+p.PrimaryABI, "primaryCpuAbi of "+ev.App.Package+": "+ev.App.ABI)
		}
	}
	if ev.App.ABI == "" {
		return unknown("the device does not report the ABI of " + ev.App.Package)
	}
	return ok("the ABIs of all installed layer packages match the app's ABI")
}
