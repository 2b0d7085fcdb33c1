//go:build linux

package loader_test

import "slices"

// A ruleRow lists the cases that test a rule: those that fail when the loader breaks it. A rule with several
// parts has one row for each, with a suffix.
type ruleRow struct {
	rule   string
	broken string   // what the loader does when it breaks the rule
	cases  []string // by name

	like      string // the row that tests it, for a rule that follows from another
	elsewhere string // where the rule is implemented, or why it is not tested
}

var ruleTable = slices.Concat(discoveryRules, chainRules, lookupRules, contextRules, trapRules)

var discoveryRules = []ruleRow{
	{rule: "1.1", broken: "the property is read before the list", cases: []string{"the list hides the property"}},
	{rule: "1.2", broken: "the property is not read", cases: []string{"the property without a list", "layers that are loaded late"}},
	{rule: "1.3", broken: "spaces are trimmed from a name, and .so is appended", cases: []string{"names are used unchanged"}},
	{rule: "1.4", broken: "a path is not resolved, and only a plain file counts as found", cases: []string{
		"a path is resolved", "a directory counts as found", "a colon at the end", "a colon at the beginning",
		"an empty search path", "an empty element of the search path",
	}},
	{rule: "1.5", broken: "the system directory is searched last", cases: []string{"the system directory is searched first"}},
	{rule: "1.6", elsewhere: "package rules selects the system directory before the program starts"},
	{rule: "1.7", elsewhere: "an element inside an APK is not a directory: the search that rule 1.4 tests skips it"},
	{rule: "1.8", broken: "layers are opened with RTLD_LAZY and RTLD_GLOBAL", cases: []string{
		"all symbols are bound at once", "symbols of a layer are local to it",
	}},
	{rule: "1.9", broken: "old names of the entry points are accepted", cases: []string{"old names of the entry points"}},
	{rule: "1.10.dlopen", broken: "a layer that cannot be opened is skipped", cases: []string{
		"a directory counts as found", "a layer that cannot be opened ends the load", "layers before it in the list are not opened",
		"the load is tried again at every entry, twice for an unknown name", "each try chains the good layers again", "a colon at the end",
		"a colon at the beginning",
	}},
	{rule: "1.10.empty", broken: "empty tokens of the list are dropped", cases: []string{
		"a colon at the end", "a colon at the beginning",
	}},
	{rule: "1.10.gpa", broken: "a layer without GetProcAddress is skipped", cases: []string{
		"without GetProcAddress", "a try that fails at the second entry point leaves a list of unequal length",
	}},
	{rule: "1.10.growth", broken: "the lists are emptied before each try", cases: []string{
		"each try chains the good layers again", "a try that fails at the second entry point leaves a list of unequal length",
	}},
	{rule: "1.10.init", broken: "a layer without Initialize is skipped", cases: []string{"without Initialize"}},
	{rule: "1.10.missing", broken: "a missing file abandons the load", cases: []string{
		"a missing file is skipped", "a list without a found layer is kept",
	}},
	{rule: "1.10.nothing", broken: "a list without a found layer is read again", cases: []string{
		"a list without a found layer is kept",
	}},
	{rule: "1.10.path", broken: "empty elements of the search path are dropped", cases: []string{
		"an empty search path", "an empty element of the search path",
	}},
	{rule: "1.10.retry", broken: "an abandoned load is not tried again", cases: []string{
		"the load is tried again at every entry, twice for an unknown name", "each try chains the good layers again",
		"a try that fails at the second entry point leaves a list of unequal length",
	}},
	{rule: "1.10.step", broken: "a layer without GetProcAddress is removed from the first list", cases: []string{
		"a try that fails at the second entry point leaves a list of unequal length",
	}},
	{rule: "1.11", broken: "these lines are not written", cases: []string{
		"log lines for a good layer", "log lines for a file that is not a library",
		"log lines for a missing entry point",
	}},
}

var chainRules = []ruleRow{
	{rule: "2.1", broken: "layers are loaded and initialized in list order", cases: []string{
		"layers before it in the list are not opened", "each try chains the good layers again",
		"a try that fails at the second entry point leaves a list of unequal length", "log lines for a good layer",
		"layers are initialized from the driver up", "calls pass through the layers in list order", "get_next in Initialize",
		"get_next on another thread", "get_next with another layer's id", "get_next of unknown names", "NULL is passed up",
		"the layer next to the driver is queried first", "only initialized layers are queried",
		"get_next above a layer that returned NULL for eglGetProcAddress is logged",
		"get_next above a layer that returned NULL for eglGetProcAddress crashes",
	}},
	{rule: "2.1.step", broken: "every Initialize runs before any walk", cases: []string{
		"a try that fails at the second entry point leaves a list of unequal length", "layers are initialized from the driver up", "get_next in Initialize",
		"get_next of unknown names", "only initialized layers are queried",
	}},
	{rule: "2.2", broken: "the GL list is walked before the others", cases: []string{
		"Android 10 asks", "Android 12 asks", "Android 16 QPR2 asks",
	}},
	{rule: "2.3", broken: "next of a platform name that the driver lacks is NULL", cases: []string{
		"the next of the lowest layer is a function of the loader",
	}},
	{rule: "2.4", broken: "the two IMG names are not offered", cases: []string{"Android 10 asks"}},
	{rule: "2.5", broken: "glMultiDrawElementsBaseVertexOES is not offered", cases: []string{
		"Android 10 asks", "Android 12 asks",
	}},
	{rule: "2.6", broken: "names of the platform list are offered again", cases: []string{
		"Android 10 asks", "Android 12 asks", "Android 16 QPR2 asks", "the next of the lowest layer is a function of the loader",
	}},
	{rule: "2.7", broken: "every layer gets the id of the lowest", cases: []string{
		"each layer has its own id", "get_next in Initialize", "get_next on another thread", "get_next with another layer's id",
		"get_next of unknown names", "get_next above a layer that returned NULL for eglGetProcAddress is logged",
		"get_next above a layer that returned NULL for eglGetProcAddress crashes",
	}},
	{rule: "2.8.known", broken: "get_next of a known name returns the driver's function", cases: []string{
		"get_next in Initialize", "get_next on another thread", "get_next with another layer's id",
	}},
	{rule: "2.8.null", broken: "get_next returns NULL for NULL and logs nothing", cases: []string{
		"get_next with a null name or a null id",
	}},
	{rule: "2.8.query", broken: "get_next above a null eglGetProcAddress returns NULL and logs nothing", cases: []string{
		"get_next above a layer that returned NULL for eglGetProcAddress is logged",
		"get_next above a layer that returned NULL for eglGetProcAddress crashes",
	}},
	{rule: "2.8.unknown", broken: "get_next of an unknown name returns NULL", cases: []string{
		"get_next of unknown names", "only initialized layers are queried", "layers and program share the slots",
		"eglGetProcAddress of an unknown name inside GetProcAddress", "eglGetProcAddress of an unknown name inside GetProcAddress hangs",
		"lock order", "get_next returns the program's forwarder", "get_next above a layer that returned NULL for eglGetProcAddress is logged",
		"get_next above a layer that returned NULL for eglGetProcAddress crashes",
	}},
	{rule: "2.9", broken: "next of a name that libGLESv1_CM has is taken from there", cases: []string{
		"calls pass through the layers in list order", "names of ES 1.x are taken from the ES 2.0 library",
		"a missing function falls back to its OES alias", "layers that are loaded late", "a driver that is loaded again",
		"a context is current on one thread", "contexts of versions 2 and 3 have layers", "GL after eglReleaseThread goes through the last table",
	}},
	{rule: "2.10", broken: "next of a missing GL function is NULL", cases: []string{
		"missing functions share a stub", "a missing function logs once per second",
	}},
	{rule: "2.10.egl", broken: "next of a missing function of the EGL driver is a stub", cases: []string{
		"a missing function of the EGL driver is NULL",
	}},
	{rule: "2.10.log", broken: "a missing function logs at every call", cases: []string{
		"a missing function logs once per second",
	}},
	{rule: "2.10.marker", broken: "missing markers log", cases: []string{"missing markers do nothing"}},
	{rule: "2.10.oes", broken: "no OES alias is searched", cases: []string{"a missing function falls back to its OES alias"}},
	{rule: "2.10.query", broken: "the driver's eglGetProcAddress is not called", cases: []string{
		"functions that only the driver's eglGetProcAddress returns", "markers that the driver has keep their hooks",
	}},
	{rule: "2.11", broken: "a NULL result becomes next", cases: []string{
		"NULL is passed up", "a forwarder of NULL does nothing", "a call of NULL is logged", "a call of NULL crashes",
		"get_next above a layer that returned NULL for eglGetProcAddress is logged",
		"get_next above a layer that returned NULL for eglGetProcAddress crashes",
	}},
}
