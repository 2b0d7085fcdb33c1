package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// place is where a layer can be brought for the app: `device push --to`.
func (w *evaluation) place() string {
	switch {
	case w.source == sourceProperty && !w.now.Gate:
		return "in-app" // no other folder is searched (rule 1.2)
	case !w.App.Debuggable:
		return "apk"
	}
	return "app"
}

// wanted are the layers that a command is to bring: those asked for, of the list, or of the last start.
func (w *evaluation) wanted() []string {
	switch {
	case len(w.Asked) > 0:
		return w.Asked
	case len(w.names) == 0 && w.current():
		return names(w.Start.List.Value)
	}
	return w.names
}

// placeholders returns the placeholders that every row may need, and those of one result.
func (w *evaluation) placeholders(more placeholders) placeholders {
	wanted := w.wanted()
	h := placeholders{
		"adb": strings.TrimSpace("adb " + w.Target.ADB), "gles": strings.TrimSpace("gleslayergen device " + w.Target.Tool), "app": w.App.Package, "abi": w.App.ABI,
		"place": w.place(), "component": forDevice(w.Component), "layers": strings.Join(wanted, ":"), "source": w.source, "user": itoa(w.User),
	}
	if w.User != w.Current {
		h["for"] = " --user " + itoa(w.User)
	}
	for _, name := range w.layerPackages() {
		if _, there := w.Packages[name]; there {
			h["from"] += " --layer-app " + adb.Word(name)
		}
	}
	if w.taken(h["layers"], h["from"]) {
		h["replace"] = " --replace"
	}
	if len(wanted) > 0 {
		h["layer"] = wanted[0]
	}
	for name, value := range more {
		h[name] = value
	}
	return h
}
