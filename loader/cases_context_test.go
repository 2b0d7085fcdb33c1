//go:build linux

package loader_test

import "syscall"

// contextCases test section 4: when layers are loaded, and which calls reach them.
var contextCases = []ruleCase{
	{
		name: "eglGetDisplay loads layers", list: "A.so", env: "A_HOOK=eglGetDisplay",
		words: "eglGetDisplay:0", want: "A eglGetDisplay",
	}, {
		name: "eglGetPlatformDisplay loads layers", list: "A.so", env: "A_HOOK=eglGetPlatformDisplay",
		words: "eglGetPlatformDisplay:0x31dd:0:0", want: "A eglGetPlatformDisplay",
	}, {
		name: "eglGetProcAddress loads layers", list: "A.so", env: "A_HOOK=eglGetProcAddress",
		words: "eglGetProcAddress:'glClear", want: "A eglGetProcAddress",
	}, {
		name: "eglBindAPI loads layers", list: "A.so", env: "A_HOOK=eglBindAPI",
		words: "eglBindAPI:0x30a0", want: "A eglBindAPI",
	}, {
		name: "eglQueryAPI loads layers", list: "A.so", env: "A_HOOK=eglQueryAPI",
		words: "eglQueryAPI", want: "A eglQueryAPI",
	}, {
		name: "any function loads layers early", list: "A.so", config: "early=1", env: "A_HOOK=eglQueryString",
		words: "eglQueryString:0:0x3055", keep: "^A", want: "A eglQueryString",
	}, {
		name: "eglGetSystemTimeFrequencyNV loads layers", list: "A.so", env: "A_HOOK=eglGetSystemTimeFrequencyNV",
		words: "eglGetSystemTimeFrequencyNV", want: "A eglGetSystemTimeFrequencyNV",
	}, {
		name: "eglGetSystemTimeNV loads layers", list: "A.so", env: "A_HOOK=eglGetSystemTimeNV",
		words: "eglGetSystemTimeNV", want: "A eglGetSystemTimeNV",
	}, {
		name: "other functions load no layers", list: "A.so",
		words: "eglInitialize:0xd1:0:0 eglQueryString:0:0x3055 eglGetError eglGetCurrentContext eglTerminate:0xd1", keep: "dlopen",
	}, {
		name: "no driver, no layers", list: "A.so", config: "driver_egl=/nonexistent/libEGL.so.1", words: "eglGetDisplay", keep: "dlopen|initialize",
	}, {
		name: "layers that are loaded late", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: current + "glClear:1 property:'debug.gles.layers:'A.so glClear:2 eglQueryAPI glClear:3", want: `gles glClear 0x1
			gles glClear 0x2
			A glClear
			gles glClear 0x3`,
	}, {
		name: "layers are loaded once", list: "A.so", env: "A_HOOK=eglTerminate", keep: "initialize",
		words: "d=eglGetDisplay eglTerminate:@d property:'debug.gles.layers:'B.so eglGetDisplay eglTerminate:@d",
		want: `D loader: initialize A.so
			A eglTerminate
			A eglTerminate`,
	}, {
		name: "a driver that is loaded again", list: "A.so", config: "driver_swap=1", env: "A_HOOK=glClear,eglSwapInterval\nFAKE_SAY=glClear",
		words: current + "glClear:1 eglQueryAPI glClear:2 eglSwapInterval:@d:1", want: `A glClear
			gles glClear 0x1
			gles glClear 0x2
			A eglSwapInterval`,
	}, {
		name: "GL without a context does nothing", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: "eglGetDisplay eglMakeCurrent:0:0:0:0 ?glClear:1 ?glClear:2", keep: "^E",
		want: `E libEGL: validate_display:91 error 3008 (EGL_BAD_DISPLAY)
			E libEGL: call to OpenGL ES API with no current context (logged once per thread)
			app glClear = 0
			app glClear = 0`,
	}, {
		name: "GL without a context is logged each time until a context or an error", list: "A.so",
		words: "eglGetDisplay glClear:1 glClear:2 eglMakeCurrent:0:0:0:0 glClear:3 glClear:4", keep: "^E",
		want: `E libEGL: call to OpenGL ES API with no current context (logged once per thread)
			E libEGL: call to OpenGL ES API with no current context (logged once per thread)
			E libEGL: validate_display:91 error 3008 (EGL_BAD_DISPLAY)
			E libEGL: call to OpenGL ES API with no current context (logged once per thread)`,
	}, {
		name: "GL after eglReleaseThread goes through the last table", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: current + "eglReleaseThread glClear:1 eglMakeCurrent:@d:0:0:0 glClear:2", want: "A glClear\ngles glClear 0x1\nA glClear\ngles glClear 0x2",
	}, {
		name: "a thread that never had a context logs no GL calls", list: "A.so", env: "A_HOOK=glClear", words: current + "thread{ eglQueryAPI glClear:1 }", keep: "^E",
	}, {
		name: "GL on a thread without EGL does nothing and logs nothing", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: current + "thread{ ?glClear:1 }", keep: "^E", want: "app glClear = 0",
	}, {
		name: "a context is current on one thread", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: current + "thread{ eglMakeCurrent:@d:0:0:0 glClear:1 eglMakeCurrent:@d:0:0:@c glClear:2 } eglMakeCurrent:@d:0:0:0 glClear:3",
		want:  "A glClear\ngles glClear 0x2",
	}, {
		name: "contexts of versions 2 and 3 have layers", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: current + "glClear:2 c=eglCreateContext:@d:0xcf:0:[0x3098,3] eglMakeCurrent:@d:0:0:@c glClear:3",
		want:  "A glClear\ngles glClear 0x2\nA glClear\ngles glClear 0x3",
	}, {
		name: "contexts of other versions count as ES 1", list: "A.so", env: "A_HOOK=glClear\nFAKE_SAY=glClear",
		words: currentES1 + "glClear:0 c=eglCreateContext:@d:0xcf:0:[0x3098,1] eglMakeCurrent:@d:0:0:@c glClear:1",
		want:  "es1 glClear 0\nes1 glClear 0x1",
	}, {
		name: "six functions reach layers without a context", list: "A.so",
		env: "A_HOOK=glGetString,glGetStringi,glGetBooleanv,glGetFloatv,glGetIntegerv,glGetInteger64v",
		words: "eglGetDisplay eglMakeCurrent:0:0:0:0 glGetString:0x1f01 glGetStringi:0x1f03:0 glGetBooleanv:1:& glGetFloatv:1:& " +
			"glGetIntegerv:1:& glGetInteger64v:1:&",
		want: "A glGetString\nA glGetStringi\nA glGetBooleanv\nA glGetFloatv\nA glGetIntegerv\nA glGetInteger64v",
	}, {
		name: "EGL from a constructor", list: "A.so", env: "A_LOAD=public.eglGetDisplay:0",
		words: "eglGetDisplay", keep: "^W", want: "W loader: layer A.so called eglGetDisplay from *(rule 4.7)",
	}, {
		name: "EGL from Initialize", list: "A.so", env: "A_INITIALIZE=public.eglGetDisplay:0 public.eglGetPlatformDisplay:0x31dd:0:0 " +
			"public.eglGetProcAddress:'glClear public.eglBindAPI:0x30a0 public.eglQueryAPI public.eglGetSystemTimeFrequencyNV " +
			"public.eglGetSystemTimeNV",
		words: "eglGetDisplay", keep: "^W", want: `W loader: layer A.so called eglGetDisplay from Initialize*(rule 4.7)
			W loader: layer A.so called eglGetPlatformDisplay from Initialize*(rule 4.7)
			W loader: layer A.so called eglGetProcAddress from Initialize*(rule 4.7)
			W loader: layer A.so called eglBindAPI from Initialize*(rule 4.7)
			W loader: layer A.so called eglQueryAPI from Initialize*(rule 4.7)
			W loader: layer A.so called eglGetSystemTimeFrequencyNV from Initialize*(rule 4.7)
			W loader: layer A.so called eglGetSystemTimeNV from Initialize*(rule 4.7)`,
	}, {
		name: "EGL from GetProcAddress", list: "A.so", env: "A_ASK_glClear=public.eglQueryAPI",
		words: "eglGetDisplay", keep: "^W", want: "W loader: layer A.so called eglQueryAPI from GetProcAddress*(rule 4.7)",
	}, {
		name: "EGL from Initialize hangs", strict: true, list: "A.so", env: "A_INITIALIZE=public.eglGetDisplay:0",
		words: "eglGetDisplay", keep: "^W", want: "W loader: layer A.so called eglGetDisplay from Initialize*(rule 4.7)", dies: syscall.SIGABRT,
	}, {
		name: "eglGetProcAddress of an unknown name inside GetProcAddress", list: "A.so", env: "FAKE_KNOWS=glTest*\nA_ASK_glTest1=get:'glClear get:'glTest2",
		words: "eglGetDisplay eglGetProcAddress:'glTest1", keep: "^W", want: "W loader: layer A.so *glTest2*(rule 4.7)",
	}, {
		name: "eglGetProcAddress of an unknown name inside GetProcAddress hangs", strict: true, list: "A.so", env: "FAKE_KNOWS=glTest*\nA_ASK_glTest1=get:'glTest2",
		words: "eglGetDisplay eglGetProcAddress:'glTest1", keep: "^W", want: "W loader: layer A.so *glTest2*(rule 4.7)", dies: syscall.SIGABRT,
	}, {
		name: "lock order", survives: true, list: "A.so", env: "FAKE_KNOWS=glTest1\nA_ASK_glTest1=public.eglQueryAPI\n" +
			"A_HOOK=glClear\nA_IN_glClear=public.eglQueryAPI get:'glTest1",
		words: current + "glClear:0 eglGetProcAddress:'glTest1", keep: "^W",
		want: `A glClear
			W loader: layer A.so called eglQueryAPI from *(rule 4.7)
			W loader: layer A.so called eglQueryAPI from *(rule 4.7)`,
	}, {
		name: "ES 1 has no function of ES 3", env: "FAKE_SAY=glBindVertexArray", keep: "^W",
		words: currentES1 + "glBindVertexArray:1", want: "W loader: glBindVertexArray *(rule 5.6)\ngles glBindVertexArray 0x1",
	}, {
		name: "ES 1 has its own glGetString", list: "A.so", env: "A_HOOK=glGetString,glGetIntegerv\nFAKE_SAY=glGetIntegerv",
		words: currentES1 + "~es1.glGetString:0x1f01 es1.glGetIntegerv:1:& f=eglGetProcAddress:'glGetString ~@f:0x1f01",
		want: `app es1.glGetString = fake es1
			es1 glGetIntegerv 0x1
			A glGetString
			app @f = fake es1`,
	}, {
		name: "errors are cleared before a call", env: "FAKE_FAIL=eglSurfaceAttrib",
		words: display + "eglSurfaceAttrib:@d:0:0:0 ?eglGetError eglSurfaceAttrib:@d:0:0:0 eglSwapInterval:@d:1 ?eglGetError",
		want:  "app eglGetError = 0x300c\napp eglGetError = 0x3000",
	}, {
		name: "the program gets the errors of a layer", list: "A.so",
		env:   "FAKE_FAIL=eglSurfaceAttrib\nA_HOOK=eglSwapBuffers\nA_IN_eglSwapBuffers=eglSurfaceAttrib:@d:@s:0:0",
		words: surface + "eglSwapBuffers:@d:@s ?eglGetError", want: "A eglSwapBuffers\napp eglGetError = 0x300c",
	},
}
