package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// pushTarget returns a value of `device push --to` for which the app finds the layer.
func (w *evaluation) pushTarget() string {
	switch {
	case w.source == sourceProperty && !w.actual.Gate:
		return "in-app" // Android searches no other directory (rule 1.2)
	case !w.App.Debuggable:
		return "apk"
	}
	return "app"
}

// requestedLayers returns the layers for proposed commands: the requested ones, or those of the list, or
// those of the last start.
func (w *evaluation) requestedLayers() []string {
	switch {
	case len(w.Requested) > 0:
		return w.Requested
	case len(w.names) == 0 && w.current():
		return names(w.Start.List.Value)
	}
	return w.names
}

// placeholders returns the values that any row may use, and those of one result.
func (w *evaluation) placeholders(more placeholders) placeholders {
	layers := w.requestedLayers()
	h := placeholders{
		"adb": strings.TrimSpace("adb " + w.Target.ADB), "gles": strings.TrimSpace("gleslayergen device " + w.Target.Tool), "app": w.App.Package, "abi": w.App.ABI,
		"place": w.pushTarget(), "component": deviceArg(w.Component), "layers": strings.Join(layers, ":"), "source": w.source, "user": itoa(w.User),
	}
	if w.User != w.Current {
		h["for"] = " --user " + itoa(w.User)
	}
	for _, name := range w.layerPackages() {
		if _, there := w.Packages[name]; there {
			h["from"] += " --layer-app " + adb.QuoteIfNeeded(name)
		}
	}
	if w.replacesSettings(h["layers"], h["from"]) {
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
