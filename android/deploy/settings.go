package deploy

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/device"
)

// The global settings for layers.
const (
	settingEnable    = "enable_gpu_debug_layers"
	settingApp       = "gpu_debug_app"
	settingLayers    = "gpu_debug_layers_gles"
	settingLayerApps = "gpu_debug_layer_app"
	settingVulkan    = "gpu_debug_layers" // the list of Vulkan layers; all other settings except the GLES list apply to both
)

// settingOrder is the order of writes: the switch last, so that an incomplete configuration is not enabled.
// Restoring uses the opposite order.
var settingOrder = []string{settingVulkan, settingLayerApps, settingLayers, settingApp, settingEnable}

// values are present or planned settings. A setting that is not set has no entry.
type values map[string]Value

// valuesOf returns the layer settings of a device.
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

// set reports whether a setting has a value. Android treats an empty value as unset.
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

// record returns the journal entries for changes: the values written, and Vulkan's list at that time. The
// list distinguishes a Vulkan configuration that was added later from one that existed before.
func record(from, to values) []Change {
	out := changes(from, to)
	if vk := from[settingVulkan]; vk == to[settingVulkan] && len(out) > 0 {
		seen := Change{Kind: KindSetting, Name: settingVulkan, Before: vk.Text, BeforeSet: vk.Set, After: vk.Text, AfterSet: vk.Set}
		out = slices.Insert(out, 0, seen)
	}
	return out
}

// undoChanges returns the changes in the order in which they are undone.
func undoChanges(from, to values) []Change {
	out := changes(from, to)
	slices.Reverse(out)
	return out
}

// words splits a colon-separated list; an empty list has no elements.
func words(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ":"), func(w string) bool { return w == "" })
}

// joined merges two lists of packages without duplicates.
func joined(first, second []string) []string {
	out := slices.Clone(first)
	for _, w := range second {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
