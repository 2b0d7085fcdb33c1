package device

import (
	"maps"
	"slices"
	"strings"
)

// layerSettings returns the settings of the trace layer as environment variables: a layer built for a desktop
// reads these instead of properties, and needs the path of the app's data directory.
func (r *running) layerSettings() []string {
	const prefix = "debug.gltrace."
	d := r.device
	d.mu.Lock()
	props := maps.Clone(d.props)
	d.mu.Unlock()
	settings := []string{"GLTRACE_FOLDER=" + r.data + "/gltrace"}
	for _, name := range slices.Sorted(maps.Keys(props)) {
		key, ok := strings.CutPrefix(name, prefix)
		switch {
		case props[name] == "":
		case ok:
			settings = append(settings, "GLTRACE_"+strings.ToUpper(key)+"="+props[name])
		case name == "debug.egl.trace", name == "debug.egl.debug_proc":
			settings = append(settings, strings.ToUpper(strings.ReplaceAll(name, ".", "_"))+"="+props[name])
		}
	}
	return settings
}
