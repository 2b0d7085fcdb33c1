package modules

import (
	"math"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// The setting that switches a module.
var (
	onByDefault  = settings.Setting{Name: "on", Type: settings.Bool, Default: "1", Text: "whether the module is on"}
	offByDefault = settings.Setting{Name: "on", Type: settings.Bool, Default: "0", Text: "whether the module is on"}
)

var (
	logSettings = []settings.Setting{onByDefault,
		{Name: "limit", Type: settings.Int, Default: "150", Range: []int32{1, 100000}, Text: "calls that are logged in a second; others are counted"}}
	errorsSettings = []settings.Setting{onByDefault,
		{Name: "stack", Type: settings.Bool, Default: "1", Text: "whether the native stack is logged with each error"}}
	framesSettings = []settings.Setting{onByDefault,
		{Name: "seconds", Type: settings.Int, Default: "1", Range: []int32{1, 3600}, Text: "seconds between two reports of a surface"}}
	callsSettings = []settings.Setting{onByDefault,
		{Name: "frames", Type: settings.Int, Default: "600", Range: []int32{1, 1000000}, Text: "frames between two reports"}}
	crumbsSettings = []settings.Setting{offByDefault,
		{Name: "directory", Type: settings.Path, Text: "directory of the file, which must exist; not set: the cache directory of the app, or the state directory of the user"}}
	gpuTimeSettings = []settings.Setting{offByDefault,
		{Name: "seconds", Type: settings.Int, Default: "1", Range: []int32{1, 3600}, Text: "seconds between two reports of a context"}}
	memorySettings = []settings.Setting{offByDefault,
		{Name: "directory", Type: settings.Path, Text: "directory of the reports, which must exist; not set: no files"},
		{Name: "report", Type: settings.Int, Default: "0", Range: []int32{0, 1000000}, Text: "a new value other than 0 writes a report"},
		{Name: "stack", Type: settings.Bool, Default: "0", Text: "whether the native stack of each object is recorded"}}
	injectSettings = []settings.Setting{offByDefault,
		{Name: "seed", Type: settings.Int, Default: "1", Range: []int32{0, math.MaxInt32}, Text: "number that chooses the calls that fail"},
		{Name: "faults", Type: settings.List, Text: "faults such as out_of_memory,compile; not set: all but slow"},
		{Name: "functions", Type: settings.List, Text: "functions that can fail, such as glTex*; not set: all that have a fault"},
		{Name: "rate", Type: settings.Int, Default: "100", Range: []int32{1, 1000000}, Text: "one of so many calls fails"},
		{Name: "after", Type: settings.Int, Default: "0", Range: []int32{0, math.MaxInt32}, Text: "first calls of each thread that do not fail"},
		{Name: "most", Type: settings.Int, Default: "1000000", Range: []int32{1, 1000000}, Text: "faults after which no call fails"},
		{Name: "delay", Type: settings.Int, Default: "50", Range: []int32{1, 10000}, Text: "milliseconds that a slow call takes longer"}}
	profileSettings = []settings.Setting{offByDefault,
		{Name: "file", Type: settings.Path, Text: "file that describes the device; it is read once"},
		{Name: "write", Type: settings.Path, Text: "file to which a profile of the driver is written, in the first context of the app"},
		{Name: "missing", Type: settings.Choice, Default: "refuse", Choices: []string{"refuse", "hide"}, Text: "what an extension or EGL config of the file means that the driver lacks: the profile does not apply, or the app does not see it"}}
	hudSettings = []settings.Setting{offByDefault,
		{Name: "corner", Type: settings.Choice, Default: "top-left", Choices: []string{"top-left", "top-right", "bottom-left", "bottom-right"}, Text: "where the panel is"},
		{Name: "scale", Type: settings.Int, Default: "0", Range: []int32{0, 16}, Text: "pixels of the surface for a pixel of a letter; 0: by the size of the surface"},
		{Name: "opacity", Type: settings.Int, Default: "100", Range: []int32{0, 100}, Text: "opacity of the panel in percent; its background is always translucent"},
		{Name: "fps", Type: settings.Bool, Default: "1", Text: "whether the panel has the frames per second"},
		{Name: "frame", Type: settings.Bool, Default: "1", Text: "whether the panel has the time of a frame"},
		{Name: "cpu", Type: settings.Bool, Default: "1", Text: "whether the panel has the processor time of the thread in a frame"},
		{Name: "gpu", Type: settings.Bool, Default: "1", Text: "whether the panel has the GPU time"},
		{Name: "draws", Type: settings.Bool, Default: "1", Text: "whether the panel has the draws of a frame"},
		{Name: "triangles", Type: settings.Bool, Default: "1", Text: "whether the panel has the triangles of a frame"},
		{Name: "uploads", Type: settings.Bool, Default: "1", Text: "whether the panel has the bytes uploaded in a frame"},
		{Name: "memory", Type: settings.Bool, Default: "1", Text: "whether the panel has the memory of GL objects"},
		{Name: "graph", Type: settings.Bool, Default: "1", Text: "whether the panel has the graph of the last frames"}}
	screenshotSettings = []settings.Setting{offByDefault,
		{Name: "now", Type: settings.Int, Default: "0", Range: []int32{0, 1000000}, Text: "each change to another number than 0 writes the next frame"},
		{Name: "frame", Type: settings.Int, Default: "0", Range: []int32{0, 2147483647}, Text: "number of a frame to write; 0: none"},
		{Name: "every", Type: settings.Int, Default: "0", Range: []int32{0, 1000000}, Text: "frames from one that is written to the next; 0: none"},
		{Name: "signal", Type: settings.Choice, Default: "none", Choices: []string{"none", "SIGUSR1", "SIGUSR2"}, Text: "signal after which the next frame is written, unless the app has a handler for it"},
		{Name: "errors", Type: settings.Bool, Default: "0", Text: "whether frames in which the module errors logs an error are written"},
		{Name: "alpha", Type: settings.Bool, Default: "0", Text: "whether the files have the alpha of the surface"},
		{Name: "limit", Type: settings.Int, Default: "1000", Range: []int32{1, 1000000}, Text: "files of a process"},
		{Name: "directory", Type: settings.Path, Text: "directory of the files, which must exist; not set: the cache directory of the app, or the state directory of the user"}}
	switchOnly = []settings.Setting{onByDefault}
)

// Settings returns the settings of a layer with some modules, by the names that the user writes. A recorder has no list of
// hooks, and its modules are off by default. With off, so are the modules that work without hooks.
func Settings(list []Module, records, off bool) []settings.Setting {
	all := []settings.Setting{{Name: "log", Type: settings.Choice, Default: "normal", Choices: []string{"normal", "debug"}, Text: "debug writes all lines, without a limit per second"}}
	if !records {
		all = append(all, settings.Setting{Name: "hooks", Type: settings.List, Text: "hooks to switch off and on, such as -glDraw*,+glDrawArrays"})
	}
	if len(list) > 0 {
		all = append(all, settings.Setting{Name: "sets", Type: settings.List, Text: "modules to switch off and on, such as -log"})
	}
	for _, m := range list {
		for _, s := range m.Settings {
			if s.Name == onByDefault.Name && (records || off && !m.Helps) {
				s = offByDefault
			}
			s.Name = m.Name + "." + s.Name
			all = append(all, s)
		}
	}
	return all
}

// Switchable returns those of some modules that can be switched.
func Switchable(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		m, _ := Find(name)
		_, ok := m.Switch()
		return !ok
	})
}

// Switch returns the setting that switches the module; false if it cannot be switched.
func (m *Module) Switch() (settings.Setting, bool) {
	i := slices.IndexFunc(m.Settings, func(s settings.Setting) bool { return s.Name == onByDefault.Name })
	if i < 0 {
		return settings.Setting{}, false
	}
	return m.Settings[i], true
}
