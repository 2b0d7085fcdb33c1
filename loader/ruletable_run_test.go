//go:build linux

package loader_test

var lookupRules = []ruleRow{
	{rule: "3.1.again", broken: "a name that the driver lacked is not queried again", cases: []string{
		"the driver is asked anew for what it lacked",
	}},
	{rule: "3.1.bounds", broken: "second names are treated as unknown", cases: []string{"libGLESv1_CM has second names"}},
	{rule: "3.1.driver", broken: "look-ups succeed without a driver", cases: []string{"without a driver every answer is NULL"}},
	{rule: "3.1.filter", broken: "nothing is filtered", cases: []string{"a filtered name", "a name that Android 10 filters"}},
	{rule: "3.1.map", broken: "names of the static table are treated as unknown", cases: []string{
		"EGL extensions have public functions",
	}},
	{rule: "3.1.null", broken: "layers are queried for names that the driver lacks", cases: []string{
		"layers are not queried for names that the driver lacks",
	}},
	{rule: "3.1.oes", broken: "the function without a public symbol gets a public one", cases: []string{
		"the function without a public symbol uses a slot",
	}},
	{rule: "3.1.wrapper", broken: "a known name returns the top of its chain", cases: []string{
		"EGL extensions have public functions", "known names have public functions, hooked or not",
		"the next eglGetProcAddress returns public functions", "a layer that links libEGL calls the top of the chain",
	}},
	{rule: "3.2", broken: "a known name that the driver lacks returns NULL", cases: []string{
		"whether the driver has a known name does not matter", "libGLESv1_CM has second names",
	}},
	{rule: "3.3", broken: "layers are queried at the first look-up only", cases: []string{
		"layers are queried at each look-up", "lock order", "get_next returns the program's forwarder",
	}},
	{rule: "3.3.order", broken: "the layer next to the program is queried first", cases: []string{"the layer next to the driver is queried first"}},
	{rule: "3.3.setup", broken: "layers that are not initialized are queried too", cases: []string{
		"only initialized layers are queried",
	}},
	{rule: "3.4", broken: "each look-up uses a new slot", cases: []string{
		"each look-up returns the same forwarder", "256 unknown names", "get_next returns the program's forwarder",
	}},
	{rule: "3.4.context", broken: "a forwarder of GL works without a context", cases: []string{
		"a forwarder without a context does nothing",
	}},
	{rule: "3.4.slots", broken: "there are 255 slots", cases: []string{
		"256 unknown names", "layers and program share the slots",
	}},
	{rule: "3.5", broken: "an EGL forwarder works without a context and logs nothing", cases: []string{
		"an EGL forwarder without a context does nothing", "an EGL forwarder without a context works on the desktop and logs",
	}},
	{rule: "3.5.es1", broken: "slots are not in the table of ES 1", cases: []string{
		"a forwarder reaches layers in an ES 1 context",
	}},
}

var contextRules = []ruleRow{
	{rule: "4.1", broken: "a function of rule 4.1 is dispatched before it loads layers", cases: []string{
		"eglGetDisplay loads layers", "eglGetPlatformDisplay loads layers", "eglGetProcAddress loads layers",
		"eglBindAPI loads layers", "eglQueryAPI loads layers", "eglGetSystemTimeFrequencyNV loads layers",
		"eglGetSystemTimeNV loads layers", "any function loads layers early", "both display functions call the same driver function", "without a driver every answer is NULL",
	}},
	{rule: "4.1.other", broken: "eglInitialize loads layers", cases: []string{
		"other functions load no layers", "a driver that is loaded again",
	}},
	{rule: "4.2", broken: "layers are initialized without a driver", cases: []string{"no driver, no layers"}},
	{rule: "4.3", broken: "an empty list is latched", cases: []string{"layers that are loaded late"}},
	{rule: "4.4", broken: "after eglTerminate, layers are initialized again", cases: []string{"layers are loaded once"}},
	{rule: "4.5", broken: "a driver that is loaded again does not change the tables", cases: []string{"a driver that is loaded again"}},
	{rule: "4.6", broken: "without a context, GL goes through the table of ES 2", cases: []string{
		"a forwarder without a context does nothing", "an EGL forwarder without a context does nothing", "GL without a context does nothing",
		"a context is current on one thread", "GL without a context is logged each time until a context or an error",
	}},
	{rule: "4.6.first", broken: "a missing context is logged on a thread that never had one", cases: []string{
		"a thread that never had a context logs no GL calls", "a thread that called GL without a context does not call eglReleaseThread at its end",
	}},
	{rule: "4.6.nothing", broken: "eglMakeCurrent changes from no context to no context", cases: []string{
		"GL after eglReleaseThread goes through the last table", "a thread that called GL without a context does not call eglReleaseThread at its end",
	}},
	{rule: "4.6.get", broken: "the six functions do not reach layers", cases: []string{
		"six functions reach layers without a context", "ES 1 has its own glGetString",
	}},
	{rule: "4.6.log", broken: "a missing context is logged at every call", cases: []string{
		"GL without a context does nothing", "GL without a context is logged each time until a context or an error",
	}},
	{rule: "4.6.key", broken: "a missing context is logged once per thread from the start", cases: []string{
		"GL without a context is logged each time until a context or an error",
	}},
	{rule: "4.6.release", broken: "eglReleaseThread resets the table of the thread", cases: []string{
		"GL after eglReleaseThread goes through the last table",
	}},
	{rule: "4.6.silent", broken: "a missing context is logged on a thread that never called EGL", cases: []string{
		"GL on a thread without EGL does nothing and logs nothing", "a thread that never had a context logs no GL calls",
		"a thread that called GL without a context does not call eglReleaseThread at its end",
	}},
	{rule: "4.6.thread", broken: "the table is that of the process's last eglMakeCurrent", cases: []string{
		"a context is current on one thread",
	}},
	{rule: "4.6.version", broken: "a context of any version uses the table of ES 2", cases: []string{
		"contexts of other versions count as ES 1", "ES 1 has no function of ES 3", "ES 1 has its own glGetString",
	}},
	{rule: "4.7.extension", broken: "an unknown name inside GetProcAddress is not logged", cases: []string{
		"eglGetProcAddress of an unknown name inside GetProcAddress", "eglGetProcAddress of an unknown name inside GetProcAddress hangs",
	}},
	{rule: "4.7.init", broken: "a function of rule 4.1 inside Initialize is not logged", cases: []string{
		"EGL from a constructor", "EGL from Initialize", "EGL from GetProcAddress", "EGL from Initialize hangs",
	}},
	{rule: "4.7.order", broken: "a function of rule 4.1 inside GetProcAddress is not logged", cases: []string{
		"lock order",
	}},
	{rule: "4.8", broken: "a context of ES 1 uses the table of ES 2", cases: []string{
		"contexts of other versions count as ES 1", "ES 1 has no function of ES 3", "ES 1 has its own glGetString",
	}},
	{rule: "4.8.string", broken: "libGLESv1_CM's glGetString goes through the layers", cases: []string{
		"ES 1 has its own glGetString",
	}},
	{rule: "4.9", broken: "errors are not cleared before a call", cases: []string{"errors are cleared before a call", "a display that is not initialized is logged"}},
	{rule: "4.9.below", broken: "errors are cleared below the layers too", cases: []string{"the program gets the errors of a layer"}},
	{rule: "5.6", broken: "ES 1 has all functions", cases: []string{"ES 1 has no function of ES 3"}},
}

var trapRules = []ruleRow{
	{rule: "6.1", like: "1.10.dlopen"},
	{rule: "6.2", like: "1.10.empty"},
	{rule: "6.3", elsewhere: "see rule 1.7"},
	{rule: "6.4", broken: "get_next of an unknown name returns the driver's function", cases: []string{
		"get_next of unknown names", "only initialized layers are queried", "layers and program share the slots",
		"eglGetProcAddress of an unknown name inside GetProcAddress", "eglGetProcAddress of an unknown name inside GetProcAddress hangs",
		"lock order", "get_next returns the program's forwarder", "get_next above a layer that returned NULL for eglGetProcAddress is logged",
		"get_next above a layer that returned NULL for eglGetProcAddress crashes",
	}},
	{rule: "6.5", like: "3.1.null"},
	{rule: "6.6", like: "3.1.wrapper"},
	{rule: "6.7", like: "4.7.init"},
	{rule: "6.8", like: "2.10.egl"},
	{rule: "6.9", broken: "markers keep their hooks, and the extension string does not change", cases: []string{
		"markers lose their hooks", "the extension string gets the markers", "the extension string gets the markers on 10",
		"each query counts the cached extensions", "the extensions of ES 1 are counted", "glGetStringi has the order of glGetString",
	}},
	{rule: "6.9.always", broken: "markers lose their hooks though the driver has them", cases: []string{
		"markers that the driver has keep their hooks", "the markers are found in a longer name",
	}},
	{rule: "6.9.word", broken: "the markers are found only as a word", cases: []string{
		"the markers are found in a longer name", "markers that the driver has keep their hooks",
	}},
	{rule: "6.9.release", broken: "markers lose their hooks on 10 and 11 too", cases: []string{"markers keep their hooks on 11"}},
	{rule: "6.10", broken: "eglClientWaitSync has its own entry", cases: []string{
		"eglClientWaitSync calls the hook of eglClientWaitSyncKHR",
	}},
	{rule: "6.11", broken: "below the layers, one function calls the top of the other's chain", cases: []string{
		"both swap functions call the driver's eglSwapBuffers", "both display functions call the same driver function",
	}},
	{rule: "6.11.rects", broken: "the rectangles of a swap are not checked", cases: []string{"the rectangles of a swap are checked"}},
	{rule: "6.12", broken: "handles are not wrapped", cases: []string{
		"handles belong to the loader", "an invalid handle is an error of the loader", "a thread with an error calls eglReleaseThread at its end",
		"the driver is not called for an invalid display",
	}},
	{rule: "6.12.display", broken: "functions of a display that is not initialized call the driver", cases: []string{
		"a display that is not initialized is logged", "the driver is not called for an invalid display",
		"GL without a context does nothing", "GL without a context is logged each time until a context or an error",
	}},
	{rule: "6.12.ext", broken: "on EGL 1.4 the driver's function is called without the layers", cases: []string{
		"one driver function is called through layers",
	}},
	{rule: "6.13.exit", broken: "a thread that used EGL ends without eglReleaseThread", cases: []string{
		"the end of a thread calls eglReleaseThread", "a thread with an error calls eglReleaseThread at its end",
	}},
	{rule: "6.13.each", broken: "each thread that called EGL calls eglReleaseThread at its end", cases: []string{
		"a thread without a context or an error does not call eglReleaseThread", "eglReleaseThread is not called again",
		"a thread that called GL without a context does not call eglReleaseThread at its end",
	}},
	{rule: "6.13.again", broken: "a thread that called eglReleaseThread calls it again at its end", cases: []string{
		"eglReleaseThread is not called again",
	}},
	{rule: "6.13.finish", broken: "debug.egl.finish does nothing", cases: []string{"swap reads a pixel"}},
	{rule: "6.13.trace", broken: "debug.egl.traceGpuCompletion does nothing", cases: []string{"swap is traced"}},
	{rule: "6.14", broken: "the loader's query goes through the layers", cases: []string{
		"ES 1 has its own glGetString", "the loader's query of the extensions",
	}},
	{rule: "6.14.cache", broken: "the extension string is not cached", cases: []string{
		"the extension string gets the markers", "the extension string is cached", "each query counts the cached extensions",
		"the extensions of ES 1 are counted", "glGetStringi has the order of glGetString", "the extension string gets the markers on 10",
	}},
	{rule: "6.15", elsewhere: "cannot happen: a name is stored only together with its slot"},
	{rule: "6.16", elsewhere: "concerns native bridges, and has no effect there either"},
	{rule: "6.17", broken: "EGL_ANDROID_GLES_layers is not in the string", cases: []string{"a program can query whether layers are supported"}},
	{rule: "6.18", like: "4.6.get"},
	{rule: "6.19", elsewhere: "concerns Java (package rules)"},
	{rule: "11.driver", elsewhere: "a desktop finds its driver by other rules (section 5)"},
	{rule: "11.list", broken: "glMultiDrawElementsBaseVertexOES is offered after 15.0 too", cases: []string{
		"Android 16 QPR2 asks",
	}},
	{rule: "11.null", broken: "the behavior of the two releases is swapped", cases: []string{
		"eglGetProcAddress(NULL) crashes up to 16", "eglGetProcAddress(NULL) is logged up to 16",
		"eglGetProcAddress(NULL) is NULL from 16 QPR1",
	}},
	{rule: "11.rects", elsewhere: "const on a parameter concerns only the compiler"},
	{rule: "11.telemetry", broken: "the behavior of the two releases is swapped", cases: []string{
		"a hint reaches the driver on 15", "a hint is removed on 16",
	}},
	{rule: "11.telemetry.display", broken: "the list is read before the display is known", cases: []string{
		"the attribute list of an invalid display is not read",
	}},
}
