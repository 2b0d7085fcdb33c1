//go:build linux

package loader_test

var lookupRules = []ruleRow{
	{rule: "3.1.again", broken: "what the driver lacked is not asked for again", cases: []string{
		"the driver is asked anew for what it lacked",
	}},
	{rule: "3.1.driver", broken: "names are answered without a driver", cases: []string{"without a driver nothing is answered"}},
	{rule: "3.1.filter", broken: "nothing is filtered", cases: []string{"a filtered name", "a name filtered on 10"}},
	{rule: "3.1.map", broken: "names of the static table are treated as unknown", cases: []string{
		"extensions of EGL have public functions",
	}},
	{rule: "3.1.null", broken: "layers are asked for what the driver lacks", cases: []string{
		"layers do not hear of what the driver lacks",
	}},
	{rule: "3.1.oes", broken: "the hidden function is answered with a public one", cases: []string{
		"the hidden function takes a slot",
	}},
	{rule: "3.1.wrapper", broken: "a known name is answered with the top of its chain", cases: []string{
		"extensions of EGL have public functions", "known names have public functions, hooked or not",
		"the next eglGetProcAddress gives public functions", "a layer that links EGL enters at the top",
	}},
	{rule: "3.2", broken: "a known name that the driver lacks is answered with NULL", cases: []string{
		"whether the driver has a known name does not matter",
	}},
	{rule: "3.3", broken: "layers are asked at the first query only", cases: []string{
		"layers are asked at each query", "the order of the locks", "get_next gives the program's own forwarder",
	}},
	{rule: "3.3.order", broken: "the program's side is asked first", cases: []string{"the driver's side is asked first"}},
	{rule: "3.3.setup", broken: "layers that are not set up are asked too", cases: []string{
		"only layers that are set up are asked",
	}},
	{rule: "3.4", broken: "each query takes a new slot", cases: []string{
		"the same forwarder each time", "256 unknown names", "get_next gives the program's own forwarder",
	}},
	{rule: "3.4.context", broken: "a forwarder of GL works without a context", cases: []string{
		"a forwarder without a context does nothing",
	}},
	{rule: "3.4.slots", broken: "there are 255 slots", cases: []string{
		"256 unknown names", "layers and program share the slots",
	}},
	{rule: "3.5", broken: "a forwarder of EGL works without a context, and without a word", cases: []string{
		"one of EGL without a context does nothing", "one of EGL works here, with a word",
	}},
	{rule: "3.5.es1", broken: "slots are not in the table of ES 1", cases: []string{
		"a forwarder leads to layers in a context of ES 1",
	}},
}

var contextRules = []ruleRow{
	{rule: "4.1", broken: "a function of 4.1 is dispatched before it brings layers in", cases: []string{
		"eglGetDisplay brings layers in", "eglGetPlatformDisplay brings layers in", "eglGetProcAddress brings layers in",
		"eglBindAPI brings layers in", "eglQueryAPI brings layers in", "eglGetSystemTimeFrequencyNV brings layers in",
		"eglGetSystemTimeNV brings layers in", "the two ways to a display meet below", "without a driver nothing is answered",
	}},
	{rule: "4.1.other", broken: "eglInitialize brings layers in", cases: []string{
		"others bring no layers in", "a driver loaded anew",
	}},
	{rule: "4.2", broken: "layers are set up without a driver", cases: []string{"no driver, no layers"}},
	{rule: "4.3", broken: "an empty list is latched", cases: []string{"layers that come late"}},
	{rule: "4.4", broken: "after eglTerminate, layers are set up again", cases: []string{"layers come once and stay"}},
	{rule: "4.5", broken: "a driver loaded anew leaves the tables as they are", cases: []string{"a driver loaded anew"}},
	{rule: "4.6", broken: "without a context, GL goes through the table of ES 2", cases: []string{
		"a forwarder without a context does nothing", "one of EGL without a context does nothing",
		"GL without a context does nothing", "a context is current on one thread",
	}},
	{rule: "4.6.get", broken: "the six functions do not reach layers", cases: []string{
		"six functions reach layers without a context", "the glGetString of ES 1 is its own",
	}},
	{rule: "4.6.log", broken: "the lack of a context is said at every call", cases: []string{
		"GL without a context does nothing",
	}},
	{rule: "4.6.silent", broken: "the lack of a context is said on a thread that never met EGL", cases: []string{
		"GL on a thread without EGL does nothing, and says nothing",
	}},
	{rule: "4.6.thread", broken: "the table is that of the process's last eglMakeCurrent", cases: []string{
		"a context is current on one thread",
	}},
	{rule: "4.6.version", broken: "a context of any version takes the table of ES 2", cases: []string{
		"contexts of other versions are ES 1", "ES 1 has no function of ES 3", "the glGetString of ES 1 is its own",
	}},
	{rule: "4.7.extension", broken: "an unknown name goes through without a word while one is looked up", cases: []string{
		"an unknown name from a query of one", "an unknown name from a query of one hangs",
	}},
	{rule: "4.7.init", broken: "a function of 4.1 goes through without a word while a layer is set up", cases: []string{
		"EGL from a constructor", "EGL from Initialize", "EGL from GetProcAddress", "EGL from Initialize hangs",
	}},
	{rule: "4.7.order", broken: "a function of 4.1 goes through without a word while an unknown name is looked up", cases: []string{
		"the order of the locks",
	}},
	{rule: "4.8", broken: "a context of ES 1 takes the table of ES 2", cases: []string{
		"contexts of other versions are ES 1", "ES 1 has no function of ES 3", "the glGetString of ES 1 is its own",
	}},
	{rule: "4.8.string", broken: "libGLESv1_CM's glGetString goes through the layers", cases: []string{
		"the glGetString of ES 1 is its own",
	}},
	{rule: "4.9", broken: "errors are not taken before a call", cases: []string{"errors are taken before a call"}},
	{rule: "4.9.below", broken: "errors are taken below the layers too", cases: []string{"errors of a layer are the program's"}},
	{rule: "5.6", broken: "ES 1 has all functions", cases: []string{"ES 1 has no function of ES 3"}},
}

var trapRules = []ruleRow{
	{rule: "6.1", like: "1.10.dlopen"},
	{rule: "6.2", like: "1.10.empty"},
	{rule: "6.3", elsewhere: "see rule 1.7"},
	{rule: "6.4", broken: "get_next of an unknown name answers the driver's function", cases: []string{
		"get_next of unknown names", "only layers that are set up are asked", "layers and program share the slots",
		"an unknown name from a query of one", "an unknown name from a query of one hangs", "the order of the locks",
		"get_next gives the program's own forwarder",
	}},
	{rule: "6.5", like: "3.1.null"},
	{rule: "6.6", like: "3.1.wrapper"},
	{rule: "6.7", like: "4.7.init"},
	{rule: "6.8", like: "2.10.egl"},
	{rule: "6.9", broken: "markers keep their hooks, and the string of extensions gains nothing", cases: []string{
		"markers lose their hooks", "the string of extensions gains the markers",
	}},
	{rule: "6.9.always", broken: "markers lose their hooks though the driver has them", cases: []string{
		"markers keep their hooks on 11", "markers that the driver has keep their hooks",
	}},
	{rule: "6.9.release", broken: "markers lose their hooks on 10 and 11 too", cases: []string{"markers keep their hooks on 11"}},
	{rule: "6.10", broken: "eglClientWaitSync has an entry of its own", cases: []string{
		"eglClientWaitSync goes to the other hook",
	}},
	{rule: "6.11", broken: "below the layers, the one calls the other at the top of its chain", cases: []string{
		"swap and swap with damage meet below", "the two ways to a display meet below",
	}},
	{rule: "6.12", broken: "handles are not wrapped", cases: []string{"handles are the loader's"}},
	{rule: "6.12.ext", broken: "on EGL 1.4 the driver's function is called past the layers", cases: []string{
		"one driver function is called through layers",
	}},
	{rule: "6.13.exit", broken: "a thread that used EGL ends without eglReleaseThread", cases: []string{
		"a thread that ends releases itself",
	}},
	{rule: "6.13.finish", broken: "debug.egl.finish does nothing", cases: []string{"swap reads a pixel"}},
	{rule: "6.13.trace", broken: "debug.egl.traceGpuCompletion does nothing", cases: []string{"swap is traced"}},
	{rule: "6.14", broken: "the loader's own look goes through the layers", cases: []string{
		"the glGetString of ES 1 is its own", "the loader's own look at the extensions",
	}},
	{rule: "6.14.cache", broken: "the string of extensions is not remembered", cases: []string{
		"the string of extensions gains the markers", "the string of extensions is remembered",
	}},
	{rule: "6.15", elsewhere: "cannot come about: a name is only remembered together with its slot"},
	{rule: "6.16", elsewhere: "is about native bridges, and without consequence there too"},
	{rule: "6.17", broken: "EGL_ANDROID_GLES_layers is not in the string", cases: []string{"a program can know of layers"}},
	{rule: "6.18", like: "4.6.get"},
	{rule: "6.19", elsewhere: "is about Java (package rules)"},
	{rule: "11.driver", elsewhere: "a desktop finds its driver in its own way (section 5)"},
	{rule: "11.list", broken: "glMultiDrawElementsBaseVertexOES is offered after 15.0 too", cases: []string{
		"Android 16 QPR2 asks",
	}},
	{rule: "11.null", broken: "the releases are the other way round", cases: []string{
		"eglGetProcAddress(NULL) crashes up to 16", "eglGetProcAddress(NULL) is said up to 16",
		"eglGetProcAddress(NULL) is NULL from 16 QPR1",
	}},
	{rule: "11.rects", elsewhere: "the constness of a parameter is the compiler's matter alone"},
	{rule: "11.telemetry", broken: "the releases are the other way round", cases: []string{
		"a hint reaches the driver on 15", "a hint is taken out on 16",
	}},
	{rule: "11.telemetry.display", broken: "the list is read before the display is known", cases: []string{
		"a list for a display that is none is not read",
	}},
}
