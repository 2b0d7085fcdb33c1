//go:build linux

package loader_test

// discoveryCases test section 1: where layers are found, and what happens if they are not found.
var discoveryCases = []ruleCase{
	{
		name: "the list hides the property", list: "A.so", properties: "debug.gles.layers=B.so",
		words: "eglGetDisplay", keep: "initialize", want: "D loader: initialize A.so",
	}, {
		name: "the property without a list", properties: "debug.gles.layers=B.so",
		words: "eglGetDisplay", keep: "initialize", want: "D loader: initialize B.so",
	}, {
		name: "names are used unchanged", list: "A: A.so:a.so",
		words: "eglGetDisplay", keep: "dlopen",
	}, {
		name: "a path is resolved", list: "sub/../A.so", path: "$OWN", files: []string{"sub:folder", "A.so"},
		words: "eglGetDisplay", keep: "dlopen", want: "D loader: dlopen own/A.so",
	}, {
		name: "a directory counts as found", list: "x.so", path: "$OWN:$OWN/sub",
		files: []string{"x.so:folder", "sub:folder", "sub/x.so:A.so"},
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: abandoned",
	}, {
		name: "the system directory is searched first", list: "A.so", system: "$OWN/system", path: "$OWN/first:$LAYERS",
		files: []string{"first:folder", "first/A.so:A.so", "system:folder", "system/A.so:A.so"},
		words: "eglGetDisplay", keep: "dlopen", want: "D loader: dlopen own/system/A.so",
	}, {
		name: "all symbols are bound at once", list: "lazy.so",
		words: "eglGetDisplay", keep: "initialize",
	}, {
		name: "symbols of a layer are local to it", list: "A.so",
		words: "eglGetDisplay %symbol:'symbol_of_layer", want: "app symbol:'symbol_of_layer = NULL",
	}, {
		name: "old names of the entry points", list: "old.so",
		words: "eglGetDisplay", keep: "initialize",
	}, {
		name: "a missing file is skipped", list: "no.so:A.so:no.so",
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: initialize A.so",
	}, {
		name: "a layer that cannot be opened ends the load", list: "x.so:A.so", path: "$OWN:$LAYERS", files: []string{"x.so:text"},
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: abandoned",
	}, {
		name: "layers before it in the list are not opened", list: "A.so:x.so:B.so", path: "$OWN:$LAYERS", files: []string{"x.so:text"},
		words: "eglGetDisplay", keep: "dlopen", want: `D loader: dlopen B.so
			D loader: dlopen own/x.so`,
	}, {
		name: "without Initialize", list: "half.so:A.so",
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: abandoned",
	}, {
		name: "without GetProcAddress", list: "misspelt.so:A.so",
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: abandoned",
	}, {
		name: "the load is tried again at every entry, twice for an unknown name", list: "x.so:A.so", path: "$OWN:$LAYERS",
		files: []string{"x.so:text"},
		words: "eglGetDisplay eglQueryAPI eglQueryString:0:0x3055 eglGetProcAddress:'glTest1", keep: "abandoned",
		want: `D loader: abandoned
			D loader: abandoned
			D loader: abandoned
			D loader: abandoned`,
	}, {
		name: "each try chains the good layers again", list: "x.so:A.so", path: "$OWN:$LAYERS",
		files: []string{"x.so:text", "good.so:B.so"},
		words: "eglGetDisplay eglQueryAPI rename:'$OWN/good.so:'$OWN/x.so eglGetDisplay", keep: "initialize",
		want: `D loader: initialize A.so
			D loader: initialize A.so
			D loader: initialize A.so
			D loader: initialize own/x.so`,
	}, {
		name: "a try that fails at the second entry point leaves a list of unequal length", survives: true, list: "x.so:A.so", path: "$OWN/first:$OWN/second:$LAYERS",
		files: []string{"first:folder", "second:folder", "second/x.so:misspelt.so", "good.so:B.so"},
		words: "eglGetDisplay rename:'$OWN/good.so:'$OWN/first/x.so eglGetDisplay", keep: "initialize|^W",
		want: `D loader: initialize A.so
			D loader: initialize own/second/x.so
			D loader: initialize A.so
			W loader: layer own/first/x.so is not initialized*(rule 1.10)`,
	}, {
		name: "a list without a found layer is kept", properties: "debug.gles.layers=no.so",
		words: "eglGetDisplay property:'debug.gles.layers:'A.so eglGetDisplay eglGetProcAddress:'glTest1", keep: "initialize",
	}, {
		name: "a colon at the end", list: "A.so:",
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: abandoned",
	}, {
		name: "a colon at the beginning", list: ":A.so",
		words: "eglGetDisplay", keep: "initialize|abandoned", want: "D loader: abandoned",
	}, {
		name: "an empty search path", list: "$LAYERS/A.so", path: "-",
		words: "eglGetDisplay", keep: "initialize", want: "D loader: initialize A.so",
	}, {
		name: "an empty element of the search path", list: "$LAYERS/A.so", path: "$OWN:",
		words: "eglGetDisplay", keep: "initialize", want: "D loader: initialize A.so",
	}, {
		name: "log lines for a good layer", list: "no.so:A.so", path: "$OWN:$LAYERS",
		words: "eglGetDisplay", keep: "^I libEGL: ", want: `I libEGL: Debug layer list: no.so:A.so
			I libEGL: Searching $OWN for GLES layers
			I libEGL: Searching $LAYERS for GLES layers
			I libEGL: GLES layer found: A.so
			I libEGL: Searching $OWN for GLES layers
			I libEGL: Searching $LAYERS for GLES layers`,
	}, {
		name: "log lines for a file that is not a library", list: "x.so", path: "$OWN", files: []string{"x.so:text"},
		words: "eglGetDisplay", keep: "^E ", want: "E libEGL: Failed to load layer own/x.so with error: *",
	}, {
		name: "log lines for a missing entry point", list: "half.so",
		words: "eglGetDisplay", keep: "^E ",
		want: "E libEGL: Failed to dlsym AndroidGLESLayer_Initialize for layer half.so",
	},
}
