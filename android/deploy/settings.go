package deploy

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/device"
)

// The global settings of layers.
const (
	settingEnable    = "enable_gpu_debug_layers"
	settingApp       = "gpu_debug_app"
	settingLayers    = "gpu_debug_layers_gles"
	settingLayerApps = "gpu_debug_layer_app"
	settingVulkan    = "gpu_debug_layers" // Vulkan's own list; the other settings but the one for GLES are shared with it
)

// settingOrder is the order in which they are written: the switch last, so that half a set-up is none. They are
// put back in the opposite order.
var settingOrder = []string{settingVulkan, settingLayerApps, settingLayers, settingApp, settingEnable}

// values are settings as they are or shall be. One that is not set is not there.
type values map[string]Value

// valuesOf are the settings of layers that a device has.
func valuesOf(s *device.State) values {
	v := values{}
	for _, name := range settingOrder {
		if is := s.Settings[name]; is.Set {
			v[name] = Value{Text: is.Value, Set: true}
		}
	}
	return v
}

func (v values) text(name string) string { return v[name].Text }

// set reports whether a setting has a text; one that is set to an empty text counts for nothing, as in Android.
func (v values) set(name string) bool { return v[name].Text != "" }

// changes returns the writes that lead from one state of the settings to another, in order.
func changes(from, to values) []Change {
	var out []Change
	for _, name := range settingOrder {
		if a, b := from[name], to[name]; a != b {
			out = append(out, Change{Kind: KindSetting, Name: name,
				Before: a.Text, BeforeSet: a.Set, After: b.Text, AfterSet: b.Set})
		}
	}
	return out
}

// record is what the journal gets of changes: what is written, and how Vulkan's list was, so that a set-up which joins
// ours later can be told from one that was there.
func record(from, to values) []Change {
	out := changes(from, to)
	if vk := from[settingVulkan]; vk == to[settingVulkan] && len(out) > 0 {
		seen := Change{Kind: KindSetting, Name: settingVulkan, Before: vk.Text, BeforeSet: vk.Set, After: vk.Text, AfterSet: vk.Set}
		out = slices.Insert(out, 0, seen)
	}
	return out
}

// back are changes in the order in which they are taken back.
func back(from, to values) []Change {
	out := changes(from, to)
	slices.Reverse(out)
	return out
}

// words splits a list with colons; of an empty one nothing is left.
func words(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ":"), func(w string) bool { return w == "" })
}

// joined are two lists of packages in one, none of them twice.
func joined(first, second []string) []string {
	out := slices.Clone(first)
	for _, w := range second {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
