//go:build linux

package loader

import "strings"

// A ctsCase is a GLES case of Android's compatibility tests (rule 8.2). Packages go by the word that tells them apart,
// layers by their letter.
type ctsCase struct {
	name     string
	app      string // the package that is started
	pushed   string // what lies in its data folder
	settings string // the same words as on a device, blanks between
	property string // debug.gles.layers
	seen     string // what the log has, in this order: LETTER:WHAT
	unseen   string // what it does not have
	not10    bool   // Android 10 does not know what the case asks for
}

var ctsCases = []ctsCase{
	{name: "testDebugLayerLoadGLES", app: "DEBUG", pushed: "A B",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=A:B", seen: "A:choose B:choose"},
	// The push is refused on a device; here the layers are there, and the app may be no target all the same.
	{name: "testReleaseLayerLoadGLES", app: "RELEASE", pushed: "A B",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=RELEASE gpu_debug_layers_gles=A:B", unseen: "A:load B:load"},
	{name: "testDebugNotEnabledGLES", app: "DEBUG", pushed: "A",
		settings: "enable_gpu_debug_layers=0 gpu_debug_app=DEBUG gpu_debug_layers_gles=A", unseen: "A:load"},
	{name: "testDebugWrongAppGLES", app: "DEBUG", pushed: "A",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=RELEASE gpu_debug_layers_gles=A", unseen: "A:load"},
	{name: "testDebugNoLayersEnabledGLES", app: "DEBUG", pushed: "A",
		settings: "enable_gpu_debug_layers=1 gpu_debug_app=DEBUG gpu_debug_layers_gles=foo", unseen: "A:load A:choose"},
	// On a device the last is looked for without its blank, and never found.
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

// ctsNames turn the words of the cases into what stands in settings and log.
var ctsNames = map[string]string{
	"DEBUG": "android.rootlessgpudebug.DEBUG.app", "RELEASE": "android.rootlessgpudebug.RELEASE.app",
	"INJECT": "android.rootlessgpudebug.INJECT.app", "LAYERS": "android.rootlessgpudebug.LAYERS.app",
	"GLES_LAYERS": "android.rootlessgpudebug.GLES_LAYERS.app",
	"A":           "libGLES_glesLayerA.so", "B": "libGLES_glesLayerB.so", "C": "libGLES_glesLayerC.so",
}

// ctsLine is what the log has when something happened to a layer.
func ctsLine(letter, what string) string {
	switch what {
	case "load":
		return "glesLayer" + letter + " loaded"
	case "choose":
		return "glesLayer_eglChooseConfig called in glesLayer" + letter
	}
	panic("nothing is called " + what)
}

// ctsWords writes a list of words as a device has it.
func ctsWords(list string) string {
	words := strings.Split(list, ":")
	for i, word := range words {
		if name, ok := ctsNames[word]; ok {
			words[i] = name
		}
	}
	return strings.Join(words, ":")
}
