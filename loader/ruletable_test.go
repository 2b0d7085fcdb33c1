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
	{rule: "1.2", broken: "the property is not read", cases: []string{"the property without a list", "layers that come late"}},
	{rule: "1.3", broken: "blanks are cut off a name, and .so is put behind it", cases: []string{"names are taken as they are"}},
	{rule: "1.4", broken: "a path is not resolved, and only a plain file counts as found", cases: []string{
		"a path is resolved", "a folder counts as found", "a colon at the end", "a colon at the beginning",
		"an empty search path", "an empty element of the search path",
	}},
	{rule: "1.5", broken: "the system folder is searched last", cases: []string{"the system folder comes first"}},
	{rule: "1.6", elsewhere: "which system folder is searched is decided before the program starts (package rules)"},
	{rule: "1.7", elsewhere: "an element inside of an APK is no folder: the search that rule 1.4 tests passes it over"},
	{rule: "1.8", broken: "layers are opened with RTLD_LAZY and RTLD_GLOBAL", cases: []string{
		"all symbols are bound at once", "a layer's symbols are its own",
	}},
	{rule: "1.9", broken: "old names of the entry points are good too", cases: []string{"old names of the entry points"}},
	{rule: "1.10.dlopen", broken: "a layer that cannot be opened is passed over", cases: []string{
		"a folder counts as found", "one that cannot be opened ends all", "those before it are not tried",
		"tried again at every entry, twice for an unknown name", "good layers are chained once a try", "a colon at the end",
		"a colon at the beginning",
	}},
	{rule: "1.10.empty", broken: "empty tokens of the list are dropped", cases: []string{
		"a colon at the end", "a colon at the beginning",
	}},
	{rule: "1.10.gpa", broken: "a layer without GetProcAddress is passed over", cases: []string{
		"without GetProcAddress", "a try without the second entry point counts half",
	}},
	{rule: "1.10.growth", broken: "the lists are emptied before each try", cases: []string{
		"good layers are chained once a try", "a try without the second entry point counts half",
	}},
	{rule: "1.10.init", broken: "a layer without Initialize is passed over", cases: []string{"without Initialize"}},
	{rule: "1.10.missing", broken: "a missing file abandons the load", cases: []string{
		"a missing file is passed over", "a list that finds nothing stays",
	}},
	{rule: "1.10.nothing", broken: "a list of which nothing was found is read again", cases: []string{
		"a list that finds nothing stays",
	}},
	{rule: "1.10.path", broken: "empty elements of the search path are dropped", cases: []string{
		"an empty search path", "an empty element of the search path",
	}},
	{rule: "1.10.retry", broken: "an abandoned load is not tried again", cases: []string{
		"tried again at every entry, twice for an unknown name", "good layers are chained once a try",
		"a try without the second entry point counts half",
	}},
	{rule: "1.10.step", broken: "a layer without GetProcAddress is taken out of the first list again", cases: []string{
		"a try without the second entry point counts half",
	}},
	{rule: "1.11", broken: "these lines are not written", cases: []string{
		"what the loader says of a good layer", "what the loader says of a file that is no library",
		"what the loader says of a missing entry point",
	}},
}

var chainRules = []ruleRow{
	{rule: "2.1", broken: "layers are loaded and set up in the order of the list", cases: []string{
		"those before it are not tried", "good layers are chained once a try",
		"a try without the second entry point counts half", "what the loader says of a good layer",
		"the driver's side first", "calls go down the list", "get_next in Initialize", "get_next on another thread",
		"get_next with the id of another", "get_next of unknown names", "NULL is passed up",
		"the driver's side is asked first", "only layers that are set up are asked",
	}},
	{rule: "2.1.step", broken: "every Initialize runs before any walk", cases: []string{
		"a try without the second entry point counts half", "the driver's side first", "get_next in Initialize",
		"get_next of unknown names", "only layers that are set up are asked",
	}},
	{rule: "2.2", broken: "the GL list is walked before the others", cases: []string{
		"Android 10 asks", "Android 12 asks", "Android 16 QPR2 asks",
	}},
	{rule: "2.3", broken: "next of a platform name that the driver lacks is NULL", cases: []string{
		"below is the loader's own, not the driver's",
	}},
	{rule: "2.4", broken: "the two IMG names are not offered", cases: []string{"Android 10 asks"}},
	{rule: "2.5", broken: "glMultiDrawElementsBaseVertexOES is not offered", cases: []string{
		"Android 10 asks", "Android 12 asks",
	}},
	{rule: "2.6", broken: "names of the platform list are offered again", cases: []string{
		"Android 10 asks", "Android 12 asks", "Android 16 QPR2 asks", "below is the loader's own, not the driver's",
	}},
	{rule: "2.7", broken: "every layer gets the id of the lowest", cases: []string{
		"each layer has an id of its own", "get_next in Initialize", "get_next on another thread",
		"get_next with the id of another", "get_next of unknown names",
	}},
	{rule: "2.8.known", broken: "get_next of a known name answers the lowest level's function", cases: []string{
		"get_next in Initialize", "get_next on another thread", "get_next with the id of another",
	}},
	{rule: "2.8.null", broken: "get_next answers NULL for NULL without a word", cases: []string{
		"get_next of nothing, or of nobody",
	}},
	{rule: "2.8.unknown", broken: "get_next of an unknown name answers NULL", cases: []string{
		"get_next of unknown names", "only layers that are set up are asked", "layers and program share the slots",
		"an unknown name from a query of one", "an unknown name from a query of one hangs", "the order of the locks",
		"get_next gives the program's own forwarder",
	}},
	{rule: "2.9", broken: "next of a name that libGLESv1_CM has is taken from there", cases: []string{
		"calls go down the list", "names of ES 1.x are taken from the ES 2.0 library", "OES twins", "layers that come late",
		"a driver loaded anew", "a context is current on one thread", "contexts of versions 2 and 3 have layers",
	}},
	{rule: "2.10", broken: "next of a missing GL function is NULL", cases: []string{
		"missing functions share a stub", "a missing function complains once a second",
	}},
	{rule: "2.10.egl", broken: "next of a missing function of the EGL driver is a stub", cases: []string{
		"a missing function of the EGL driver is NULL",
	}},
	{rule: "2.10.log", broken: "a missing function complains at every call", cases: []string{
		"a missing function complains once a second",
	}},
	{rule: "2.10.marker", broken: "missing markers complain", cases: []string{"missing markers do nothing"}},
	{rule: "2.10.oes", broken: "no twin is looked for", cases: []string{"OES twins"}},
	{rule: "2.10.query", broken: "the driver's eglGetProcAddress is not asked", cases: []string{
		"what only the driver's eglGetProcAddress has", "markers that the driver has keep their hooks",
	}},
	{rule: "2.11", broken: "a NULL answer is taken as next", cases: []string{
		"NULL is passed up", "a forwarder of NULL does nothing", "a call of NULL is said", "a call of NULL crashes",
	}},
}
