package deploy

import (
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
)

// layerRequest is a requested configuration of GLES layers.
type layerRequest struct {
	app       string
	layers    []string // file names; the first is nearest to the app
	layerApps []string // packages
	replace   bool     // replace a configuration that this tool did not write
}

// settingsState is the state in which a configuration is made: the present settings, and which of them this
// tool wrote.
type settingsState struct {
	now  values
	base values // values without the changes of this tool
	ours map[string]bool
	mine []string // packages that this tool added
	late bool     // Vulkan layers were configured after this tool first wrote the shared settings
}

// readSettingsState separates settings of this tool from those of others, by the journal.
func readSettingsState(now values, made []Change) settingsState {
	g := settingsState{now: now, base: maps.Clone(now), ours: map[string]bool{}}
	seen := false
	for _, c := range made {
		is, before, after := now[c.Name], Value{Text: c.Before, Set: c.BeforeSet}, Value{Text: c.After, Set: c.AfterSet}
		switch {
		case c.Kind != KindSetting:
		case c.Name == settingVulkan && !seen:
			seen, g.late = true, is.Text != "" && is != before
		case c.Name == settingLayerApps:
			g.mine = joined(g.mine, without(words(c.After), words(c.Before)))
		}
		if c.Kind == KindSetting && before != after && after.Set && is == after {
			g.ours[c.Name] = true
		}
	}
	for _, u := range Unwind(made, "", func(_, name string) Value { return now[name] }) {
		if u.Kind == KindSetting {
			g.base.assign(u.Name, u.To)
		}
	}
	return g
}

// assign sets or removes a setting.
func (v values) assign(name string, to Value) {
	if delete(v, name); to.Set {
		v[name] = to
	}
}

// plan returns the settings with the configuration. A Vulkan configuration of the same app stays unchanged.
func (g settingsState) plan(w layerRequest) (values, error) {
	if why := g.foreignConfig(w); why != "" && !w.replace {
		return nil, &android.Error{What: "app " + w.app, Why: why,
			Advice: "to show these settings: gleslayergen device status; to replace them, add --replace; to get the replaced values back later: gleslayergen device disable"}
	}
	to := maps.Clone(g.now)
	packages := w.layerApps
	if g.sharesVulkan(w.app) {
		packages = joined(packages, words(g.base.text(settingLayerApps)))
	} else {
		delete(to, settingVulkan)
	}
	to.assign(settingEnable, Value{Text: "1", Set: true})
	to.assign(settingApp, Value{Text: w.app, Set: true})
	to.assign(settingLayers, Value{Text: strings.Join(w.layers, ":"), Set: true})
	to.assign(settingLayerApps, Value{Text: strings.Join(packages, ":"), Set: len(packages) > 0})
	return to, nil
}

// sharesVulkan reports whether a Vulkan configuration exists that is for this app or for no app.
func (g settingsState) sharesVulkan(app string) bool {
	owner := g.base.text(settingApp)
	return g.base.set(settingVulkan) && (owner == "" || owner == app)
}

// foreignConfig returns whose configuration is in the way, or "" if there is none.
func (g settingsState) foreignConfig(w layerRequest) string {
	foreign := func(name string) bool { return g.now.set(name) && !g.ours[name] }
	owner := g.base.text(settingApp)
	switch {
	case foreign(settingApp) && owner != w.app:
		return "the settings are for another app: " + owner
	case g.base.set(settingVulkan) && owner != "" && owner != w.app:
		return "Vulkan layers are enabled for another app: " + owner
	case foreign(settingLayers) && g.now.text(settingLayers) != strings.Join(w.layers, ":"):
		return "the setting gpu_debug_layers_gles already has another value: " + g.now.text(settingLayers)
	case foreign(settingLayerApps) && !g.sharesVulkan(w.app) && !isWithin(words(g.now.text(settingLayerApps)), w.layerApps):
		return "the setting gpu_debug_layer_app already has another value: " + g.now.text(settingLayerApps)
	}
	return ""
}

func isWithin(some, all []string) bool { return len(without(some, all)) == 0 }

// without returns a list without the elements of another one.
func without(list, words []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(w string) bool { return slices.Contains(words, w) })
}

// unplan returns the settings without a configuration of GLES layers: settings in the journal have their
// previous values, others that enable GLES layers are removed, and a Vulkan configuration keeps what it
// needs.
func (g settingsState) unplan() values {
	to := g.undo()
	if !g.ours[settingLayers] {
		delete(to, settingLayers)
	}
	if to.set(settingVulkan) || to.set(settingLayers) {
		return to
	}
	for _, name := range []string{settingEnable, settingApp, settingLayerApps} {
		if !g.ours[name] {
			delete(to, name)
		}
	}
	return to
}

// undo returns the settings without the changes of this tool. A Vulkan configuration that was added since
// keeps the switch, the app, and the packages of others.
func (g settingsState) undo() values {
	to := maps.Clone(g.base)
	if !g.late {
		return to
	}
	for _, name := range []string{settingEnable, settingApp} {
		to.assign(name, g.now[name])
	}
	if left := without(words(g.now.text(settingLayerApps)), g.mine); !g.ours[settingLayerApps] {
		to.assign(settingLayerApps, Value{Text: strings.Join(left, ":"), Set: len(left) > 0})
	}
	return to
}
