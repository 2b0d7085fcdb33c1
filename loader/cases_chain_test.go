//go:build linux

package loader_test

import "syscall"

// current makes a context of ES 2.0 current, as any program does; currentES1 makes one of ES 1.x current.
const (
	display    = "d=eglGetDisplay eglInitialize:@d:0:0 "
	current    = display + "c=eglCreateContext:@d:0xcf:0:[0x3098,2] eglMakeCurrent:@d:0:0:@c "
	currentES1 = display + "c=eglCreateContext:@d:0xcf:0:[] eglMakeCurrent:@d:0:0:@c "
)

// chainCases test section 2: how layers are initialized, and what they get as next.
var chainCases = []ruleCase{
	{
		name: "layers are initialized from the driver up", list: "A.so:B.so", words: "eglGetDisplay", keep: "dlopen|initialize|walk .* last",
		want: `D loader: dlopen B.so
			D loader: dlopen A.so
			D loader: initialize B.so
			D loader: walk B.so last *
			D loader: initialize A.so
			D loader: walk A.so last *`,
	}, {
		name: "calls pass through the layers in list order", list: "A.so:B.so", env: "A_HOOK=glClear\nB_HOOK=glClear\nFAKE_SAY=glClear",
		words: current + "?glClear:5", want: `A glClear
			B glClear
			gles glClear 0x5
			app glClear = 0x11`,
	}, {
		name: "Android 10 asks", release: "10", list: "A.so", env: "A_TELL=*", words: "eglGetDisplay", check: walksAll,
	}, {
		name: "Android 12 asks", release: "12", list: "A.so", env: "A_TELL=*", words: "eglGetDisplay", check: walksAll,
	}, {
		name: "Android 16 QPR2 asks", release: "16qpr2", list: "A.so", env: "A_TELL=*", words: "eglGetDisplay", check: walksAll,
	}, {
		name: "the next of the lowest layer is a function of the loader", list: "A.so",
		env:   "A_TELL=eglBeginFrame,eglGetCompositorTimingANDROID,eglQueryStringImplementationANDROID,glGetString",
		words: "eglGetDisplay", want: `A is asked for eglBeginFrame: loader
			A is asked for eglQueryStringImplementationANDROID: loader
			A is asked for eglGetCompositorTimingANDROID: loader
			A is asked for glGetString: loader`,
	}, {
		name: "each layer has its own id", list: "A.so:B.so", env: "A_INITIALIZE=same:@A.id:@B.id same:@A.id:0",
		words: "eglGetDisplay", want: "A different\nA different",
	}, {
		name: "get_next in Initialize", list: "A.so:B.so",
		env:   "B_HOOK=glClear\nA_INITIALIZE=%get:'glClear %get:'glFlush %get:'glGetString",
		words: "eglGetDisplay", want: `A get:'glClear = B
			A get:'glFlush = driver glFlush
			A get:'glGetString = loader`,
	}, {
		name: "get_next on another thread", list: "A.so:B.so", env: "B_HOOK=glFlush\nA_HOOK=glClear\nA_IN_glClear=thread{ %get:'glFlush }",
		words: current + "glClear:0", want: "A glClear\nA get:'glFlush = B",
	}, {
		name: "get_next with another layer's id", list: "A.so:B.so",
		env:   "B_HOOK=glFlush,glClear\nA_INITIALIZE=%getwith:@B.id:'glClear\nB_IN_glFlush=%getwith:@A.id:'glClear",
		words: current + "glFlush", want: `A getwith:@B.id:'glClear = driver glClear
			B glFlush
			B getwith:@A.id:'glClear = B`,
	}, {
		name: "get_next of unknown names", list: "A.so:B.so",
		env:  "FAKE_KNOWS=glTest*\nB_HOOK=eglGetProcAddress\nA_INITIALIZE=%get:'glTest1 %get:'eglFoo",
		keep: "^W", words: "eglGetDisplay", want: `B eglGetProcAddress
			A get:'glTest1 = loader
			B eglGetProcAddress
			A get:'eglFoo = NULL`,
	}, {
		name: "get_next above a layer that returned NULL for eglGetProcAddress is logged", list: "A.so:B.so", env: "B_NULL=eglGetProcAddress\nA_INITIALIZE=%get:'eglFoo",
		words: "eglGetDisplay", keep: "^W.*asked", want: "W loader: A.so asked get_next for eglFoo*(rule 2.8)\nA get:'eglFoo = NULL",
	}, {
		name: "get_next above a layer that returned NULL for eglGetProcAddress crashes", strict: true, list: "A.so:B.so", env: "B_NULL=eglGetProcAddress\nA_INITIALIZE=%get:'eglFoo",
		words: "eglGetDisplay", keep: "^W.*asked", want: "W loader: A.so asked get_next for eglFoo*(rule 2.8)", dies: syscall.SIGABRT,
	}, {
		name: "get_next with a null name or a null id", list: "A.so", env: "A_INITIALIZE=get:0 getwith:0:'glClear",
		words: "eglGetDisplay", keep: "^W", want: "W loader: A.so asked get_next for a function with a null name*(rule 2.8)\nW loader: A.so asked get_next for glClear with a null layer_id*(rule 2.8)",
	}, {
		name: "names of ES 1.x are taken from the ES 2.0 library", list: "A.so",
		env:   "FAKE_SAY=glAlphaFunc\nA_INITIALIZE=glAlphaFunc:1",
		words: "eglGetDisplay", want: "gles glAlphaFunc 0x1",
	}, {
		name: "missing functions share a stub", list: "A.so", env: "A_TELL=glCullFace,glFrontFace",
		words: "eglGetDisplay", want: "A is asked for glCullFace: loader\nA is asked for glFrontFace: loader",
	}, {
		name: "a missing function logs once per second", list: "A.so", env: "A_INITIALIZE=" + repeat("glCullFace ", 20),
		words: "eglGetDisplay", check: complainsSeldom,
	}, {
		name: "a missing function falls back to its OES alias", list: "A.so",
		env:   "FAKE_SAY=glBindVertexArray,glAlphaFuncxOES\nA_INITIALIZE=glBindVertexArrayOES:5 glAlphaFuncx:6",
		words: "eglGetDisplay", want: "gles glBindVertexArray 0x5\ngles glAlphaFuncxOES 0x6",
	}, {
		name: "functions that only the driver's eglGetProcAddress returns", list: "A.so",
		env:   "FAKE_KNOWS=glCullFace\nA_INITIALIZE=glCullFace",
		words: "eglGetDisplay", want: "driver glCullFace",
	}, {
		name: "missing markers do nothing", list: "A.so", env: "A_INITIALIZE=glPushGroupMarkerEXT glPopGroupMarkerEXT",
		words: "eglGetDisplay", keep: "^[WE]",
	}, {
		name: "a missing function of the EGL driver is NULL", list: "A.so",
		env:   "A_TELL=eglSetSwapRectangleANDROID,eglCreatePlatformWindowSurfaceEXT",
		words: "eglGetDisplay", want: `A is asked for eglCreatePlatformWindowSurfaceEXT: driver eglCreatePlatformWindowSurfaceEXT
			A is asked for eglSetSwapRectangleANDROID: NULL`,
	}, {
		name: "NULL is passed up", list: "A.so:B.so", env: "B_NULL=glClear\nA_TELL=glClear",
		words: "eglGetDisplay", want: "A is asked for glClear: NULL",
	}, {
		name: "a forwarder of NULL does nothing", list: "A.so", env: "FAKE_KNOWS=glTest1\nA_NULL=glTest1",
		words: current + "f=eglGetProcAddress:'glTest1 ?@f", keep: "^W", want: "app @f = 0",
	}, {
		name: "a call of NULL is logged", list: "A.so", env: "A_NULL=glClear",
		words: current + "?glClear:5", keep: "^W", want: "W loader: *glClear*(rule 2.11)\napp glClear = 0x11",
	}, {
		name: "a call of NULL crashes", strict: true, list: "A.so", env: "A_NULL=glClear",
		words: current + "?glClear:5", keep: "^W", want: "W loader: *glClear*(rule 2.11)", dies: syscall.SIGABRT,
	},
}
