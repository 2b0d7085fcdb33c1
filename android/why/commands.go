package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// pushTarget returns a value of `device push --to` for which the app finds the layer.
func (ev *evaluation) pushTarget() string {
	switch {
	case ev.source == sourceProperty && !ev.actual.Gate:
		return "in-app" // Android searches no other directory (rule 1.2)
	case !ev.App.Debuggable:
		return "apk"
	}
	return "app"
}

// requestedLayers returns the layers for proposed commands: the requested ones, or those of the list, or
// those of the last start.
func (ev *evaluation) requestedLayers() []string {
	switch {
	case len(ev.Requested) > 0:
		return ev.Requested
	case len(ev.names) == 0 && ev.current():
		return names(ev.Start.List.Value)
	}
	return ev.names
}

// placeholders returns the values that any row may use, and those of one result.
func (ev *evaluation) placeholders(more placeholders) placeholders {
	layers := ev.requestedLayers()
	h := placeholders{
		"adb": strings.TrimSpace("adb " + ev.Target.ADB), "gles": strings.TrimSpace("gleslayergen device " + ev.Target.Tool), "app": ev.App.Package, "abi": ev.App.ABI,
		"place": ev.pushTarget(), "component": deviceArg(ev.Component), "layers": strings.Join(layers, ":"), "source": ev.source, "user": itoa(ev.User),
	}
	if ev.User != ev.Current {
		h["for"] = " --user " + itoa(ev.User)
	}
	for _, name := range ev.layerPackages() {
		if _, there := ev.Packages[name]; there {
			h["from"] += " --layer-app " + adb.QuoteIfNeeded(name)
		}
	}
	if ev.replacesSettings(h["layers"], h["from"]) {
		h["replace"] = " --replace"
	}
	if len(layers) > 0 {
		h["layer"] = layers[0]
	}
	for name, value := range more {
		h[name] = value
	}
	return h
}
