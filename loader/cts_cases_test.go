//go:build linux

package loader

import "strings"

// A ctsCase is a GLES case of Android's compatibility tests (rule 8.2). Packages have a distinguishing word
// as name, layers a letter.
type ctsCase struct {
	name     string
	app      string // the package that is started
	pushed   string // files in its data directory
	settings string // settings as on a device, separated by blanks
	property string // debug.gles.layers
	seen     string // expected log lines, in this order: LETTER:WHAT
	unseen   string // log lines that must not exist
	not10    bool   // Android 10 does not support what the case uses
}

var ctsCases = []ctsCase{
	{name: "testDebugLayerLoadGLES", app: "DEBUG", pushed: "A B",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=A:B", seen: "A:choose B:choose"},
	// A device refuses the push. Here the layers exist, and the app must still not load them.
	{name: "testReleaseLayerLoadGLES", app: "RELEASE", pushed: "A B",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=RELEASE gpu_debug_layers_gles=A:B", unseen: "A:load B:load"},
	{name: "testDebugNotEnabledGLES", app: "DEBUG", pushed: "A",
		settings: "enable_gpu_debug_layers=0 gpu_debug_app=DEBUG gpu_debug_layers_gles=A", unseen: "A:load"},
	{name: "testDebugWrongAppGLES", app: "DEBUG", pushed: "A",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=RELEASE gpu_debug_layers_gles=A", unseen: "A:load"},
	{name: "testDebugNoLayersEnabledGLES", app: "DEBUG", pushed: "A",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=foo", unseen: "A:load A:choose"},
	// A device searches the last name without its blank, and never finds it.
	{name: "testSystemPropertyEnableGLES", app: "RELEASE", pushed: "A", property: "C",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=RELEASE", seen: "C:load C:choose", unseen: "A:load"},
	{name: "testSystemPropertyIgnoreGLES", app: "DEBUG", pushed: "A B", property: "B",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=A", seen: "A:choose", unseen: "B:load B:choose"},
	{name: "testDebugLayerLoadExternalGLES", app: "DEBUG",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=C gpu_debug_layer_app=GLES_LAYERS", seen: "C:choose"},
	{name: "testInjectLayerLoadExternalGLES", app: "INJECT", not10: true,
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=INJECT gpu_debug_layers_gles=C gpu_debug_layer_app=GLES_LAYERS", seen: "C:choose"},
	{name: "testMultipleExternalApps", app: "DEBUG",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=C gpu_debug_layer_app=LAYERS:GLES_LAYERS", seen: "C:choose"},
}

// ctsNames map the words of the cases to the values in settings and log.
var ctsNames = map[string]string{
	"DEBUG": "android.rootlessgpudebug.DEBUG.app", "RELEASE": "android.rootlessgpudebug.RELEASE.app",
	"INJECT": "android.rootlessgpudebug.INJECT.app", "LAYERS": "android.rootlessgpudebug.LAYERS.app",
	"GLES_LAYERS": "android.rootlessgpudebug.GLES_LAYERS.app",
	"A":           "libGLES_glesLayerA.so", "B": "libGLES_glesLayerB.so", "C": "libGLES_glesLayerC.so",
}

// ctsLine returns the log line of an event of a layer.
func ctsLine(letter, what string) string {
	switch what {
	case "load":
		return "glesLayer" + letter + " loaded"
	case "choose":
		return "glesLayer_eglChooseConfig called in glesLayer" + letter
	}
	panic("nothing is called " + what)
}

// deviceForm writes a list of words in the form that a device uses.
func deviceForm(list string) string {
	words := strings.Split(list, ":")
	for i, word := range words {
		if name, ok := ctsNames[word]; ok {
			words[i] = name
		}
	}
	return strings.Join(words, ":")
}
