//go:build linux

package loader_test

import "syscall"

// surface creates a surface, for cases that need one.
const surface = current + "s=eglCreatePbufferSurface:@d:0xcf:[] eglMakeCurrent:@d:@s:@s:@c "

// trapCases test sections 6 and 11: behavior that layer authors do not expect, and differences between
// releases.
var trapCases = []ruleCase{
	{
		name: "get_next returns the program's forwarder", list: "A.so",
		env:   "FAKE_KNOWS=glTest1\nA_INITIALIZE=f=get:'glTest1\nA_HOOK=glTest1\nA_IN_glTest1=@f",
		words: current + "g=eglGetProcAddress:'glTest1 same:@f:@g @g", want: `app same
			A glTest1
			A glTest1
			A glTest1 again and again
			driver glTest1
			driver glTest1`,
	}, {
		name: "the next eglGetProcAddress returns public functions", list: "A.so",
		env:   "A_HOOK=eglGetProcAddress,glClear\nA_INITIALIZE=%eglGetProcAddress:'glClear",
		words: "eglGetDisplay", want: "A eglGetProcAddress:'glClear = public glClear",
	}, {
		name: "a layer that links libEGL calls the top of the chain", list: "A.so:linked.so",
		env:   "A_HOOK=eglSwapInterval\nL_HOOK=glFlush\nL_IN_glFlush=linked:@d:1 %public.eglGetProcAddress:'glFlush\nFAKE_SAY=eglSwapInterval",
		words: current + "glFlush", want: `L glFlush
			A eglSwapInterval
			driver eglSwapInterval * 0x1
			L public.eglGetProcAddress:'glFlush = public glFlush`,
	}, {
		name: "markers lose their hooks", list: "A.so", env: "A_HOOK=glPushGroupMarkerEXT",
		words: current + "glPushGroupMarkerEXT:0:0",
	}, {
		name: "markers keep their hooks on 11", release: "11", list: "A.so", env: "A_HOOK=glPushGroupMarkerEXT",
		words: current + "glPushGroupMarkerEXT:0:0", want: "A glPushGroupMarkerEXT",
	}, {
		name: "markers that the driver has keep their hooks", list: "A.so",
		env:   "A_HOOK=glPushGroupMarkerEXT\nFAKE_KNOWS=glPushGroupMarkerEXT\nFAKE_GL_EXTENSIONS=GL_X_y GL_EXT_debug_marker",
		words: current + "glPushGroupMarkerEXT:0:0", want: "A glPushGroupMarkerEXT\ndriver glPushGroupMarkerEXT",
	}, {
		name: "the extension string gets the markers", strict: true, env: "FAKE_GL_EXTENSIONS=GL_X_y",
		words: current + "~glGetString:0x1f03", want: "app glGetString = GL_EXT_debug_marker GL_X_y",
	}, {
		name: "the extension string gets the markers on 10", release: "10", strict: true, env: "FAKE_GL_EXTENSIONS=GL_X_y",
		words: current + "~glGetString:0x1f03", want: "app glGetString = GL_EXT_debug_marker GL_X_y",
	}, {
		name: "the markers are found in a longer name", strict: true, env: "FAKE_GL_EXTENSIONS=GL_EXT_debug_marker2",
		words: current + "~glGetString:0x1f03", want: "app glGetString = GL_EXT_debug_marker2",
	}, {
		name: "eglClientWaitSync calls the hook of eglClientWaitSyncKHR", list: "A.so", env: "A_HOOK=eglClientWaitSync,eglClientWaitSyncKHR",
		words: display + "eglClientWaitSync:@d:0x5c:0:0", want: "A eglClientWaitSyncKHR",
	}, {
		name: "both swap functions call the driver's eglSwapBuffers", list: "A.so",
		env:   "A_HOOK=eglSwapBuffers,eglSwapBuffersWithDamageKHR\nFAKE_SAY=eglSwapBuffers",
		words: surface + "eglSwapBuffers:@d:@s", want: "A eglSwapBuffers\ndriver eglSwapBuffers *",
	}, {
		name: "both display functions call the same driver function", list: "A.so", env: "A_HOOK=eglGetDisplay,eglGetPlatformDisplay",
		words: "eglGetDisplay:0", want: "A eglGetDisplay",
	}, {
		name: "handles belong to the loader", strict: true, list: "A.so", env: "A_HOOK=eglMakeCurrent\nFAKE_SAY=eglMakeCurrent",
		words: surface + "same:@d:0xd1 same:@s:0x52 same:@c:0xc1 same:@d:@A.eglMakeCurrent", want: `A eglMakeCurrent
			driver eglMakeCurrent 0xd1 0 0 0xc1
			A eglMakeCurrent
			driver eglMakeCurrent 0xd1 0x52 0x52 0xc1
			app different
			app different
			app different
			app same`,
	}, {
		name: "one driver function is called through layers", strict: true, list: "A.so",
		env:   "FAKE_EGL=1.4\nA_HOOK=eglCreatePlatformWindowSurfaceEXT\nFAKE_SAY=eglCreatePlatformWindowSurfaceEXT",
		words: display + "eglCreatePlatformWindowSurface:@d:0xcf:0x99:0 same:@A.eglCreatePlatformWindowSurfaceEXT:0xd1",
		want: `A eglCreatePlatformWindowSurfaceEXT
			driver eglCreatePlatformWindowSurfaceEXT 0xd1 0xcf 0x99
			app same`,
	}, {
		name: "the end of a thread calls eglReleaseThread", list: "A.so", env: "A_HOOK=eglReleaseThread",
		words: current + "thread{ " + current + "}", want: "A eglReleaseThread",
	}, {
		name: "a thread with an error calls eglReleaseThread at its end", strict: true, list: "A.so", env: "A_HOOK=eglReleaseThread",
		words: current + "thread{ eglQuerySurface:@d:0xbad:0x3057:& eglQueryAPI }", want: "A eglReleaseThread",
	}, {
		name: "an invalid handle is an error of the loader", strict: true,
		words: current + "eglQuerySurface:@d:0xbad:0x3057:& ?eglGetError", want: "app eglGetError = 0x300d",
	}, {
		name: "a display that is not initialized is logged", keep: "^E",
		words: "d=eglGetDisplay eglQueryString:@d:0x3054 eglInitialize:@d:0:0 eglQueryString:@d:0x3054 eglTerminate:@d eglQueryString:@d:0x3054",
		want: `E libEGL: validate_display:93 error 3001 (EGL_NOT_INITIALIZED)
			E libEGL: validate_display:93 error 3001 (EGL_NOT_INITIALIZED)`,
	}, {
		name: "the driver is not called for an invalid display", strict: true, env: "FAKE_SAY=eglQueryAPI,eglSwapInterval,eglQueryString", keep: "^E",
		words: display + "eglSwapInterval:@d:1 eglSwapInterval:0xbad:2 ?eglGetError eglQueryString:0:0x3055 eglTerminate:@d eglSwapInterval:@d:3 ?eglGetError",
		want: `driver eglSwapInterval 0xd1 0x1
			E libEGL: validate_display:91 error 3008 (EGL_BAD_DISPLAY)
			app eglGetError = 0x3008
			driver eglQueryString 0 0x3055
			E libEGL: validate_display:93 error 3001 (EGL_NOT_INITIALIZED)
			app eglGetError = 0x3001`,
	}, {
		name: "a thread without a context or an error does not call eglReleaseThread", list: "A.so", env: "A_HOOK=eglReleaseThread",
		words: current + "thread{ eglQueryAPI }",
	}, {
		name: "a thread that called GL without a context does not call eglReleaseThread at its end", list: "A.so", env: "A_HOOK=eglReleaseThread",
		words: current + "thread{ eglQueryAPI glClear:0 eglMakeCurrent:@d:0:0:0 }", keep: "^A",
	}, {
		name: "eglReleaseThread is not called again", list: "A.so", env: "A_HOOK=eglReleaseThread",
		words: current + "thread{ " + current + "eglReleaseThread }", want: "A eglReleaseThread",
	}, {
		name: "swap reads a pixel", list: "A.so", properties: "debug.egl.finish=1", env: "A_HOOK=glReadPixels",
		words: surface + "eglSwapBuffers:@d:@s", want: "A glReadPixels",
	}, {
		name: "swap is traced", list: "A.so", properties: "debug.egl.traceGpuCompletion=1",
		env:   "A_HOOK=eglCreateSyncKHR,eglClientWaitSyncKHR,eglDestroySyncKHR",
		words: surface + "eglSwapBuffers:@d:@s await:'eglDestroySyncKHR",
		want:  "A eglCreateSyncKHR\nA eglClientWaitSyncKHR\nA eglDestroySyncKHR",
	}, {
		name: "the loader's query of the extensions", list: "A.so", env: "A_HOOK=glGetString", words: current,
	}, {
		name: "the extension string is cached", strict: true, env: "FAKE_SAY=glGetString",
		words: current + "glGetString:0x1f03 glGetString:0x1f03", check: queriesOnce,
	}, {
		name: "each query counts the cached extensions", strict: true, env: "FAKE_GL_EXTENSIONS=GL_X_y GL_X_z",
		words: current + "glGetIntegerv:0x821d:& ?number:& glGetInteger64v:0x821d:& ?number:& glGetFloatv:0x821d:& ?number:& " +
			"glGetBooleanv:0x821d:& ?number:& glGetIntegerv:0x821e:& ?number:&",
		want: "app number = 0x3\napp number = 0x3\napp number = 0x40400000\napp number = 0x1\napp number = 0x7",
	}, {
		name: "the extensions of ES 1 are counted", strict: true, env: "FAKE_GL_EXTENSIONS=GL_X_y",
		words: display + "c=eglCreateContext:@d:0xcf:0:[0x3098,1] eglMakeCurrent:@d:0:0:@c glGetIntegerv:0x821d:& ?number:&",
		want:  "app number = 0x2",
	}, {
		name: "glGetStringi has the order of glGetString", strict: true, env: "FAKE_GL_EXTENSIONS=GL_X_y GL_X_z",
		words: current + "~glGetStringi:0x1f03:0 ~glGetStringi:0x1f03:1 ~glGetStringi:0x1f03:2 ~glGetStringi:0x1f03:3",
		want: `app glGetStringi = GL_EXT_debug_marker
			app glGetStringi = GL_X_y
			app glGetStringi = GL_X_z
			app glGetStringi = GL_FAKE_extension`,
	}, {
		name: "the rectangles of a swap are checked", strict: true, env: "FAKE_SAY=eglSwapBuffers",
		words: surface + "?eglSwapBuffersWithDamageKHR:@d:@s:0:1 ?eglGetError ?eglSwapBuffersWithDamageKHR:@d:@s:&:-1 ?eglGetError " +
			"eglSwapBuffersWithDamageKHR:@d:@s:0:0",
		keep: "^app|^driver",
		want: `app eglSwapBuffersWithDamageKHR = 0
			app eglGetError = 0x300c
			app eglSwapBuffersWithDamageKHR = 0
			app eglGetError = 0x300c
			driver eglSwapBuffers *`,
	}, {
		name: "a program can query whether layers are supported", list: "A.so", env: "A_HOOK=eglQueryString\nFAKE_EXTENSIONS=EGL_X_y",
		words: "eglGetDisplay ~eglQueryString:0:0x3055", want: "A eglQueryString\napp eglQueryString = *EGL_ANDROID_GLES_layers*",
	}, {
		name: "eglGetProcAddress(NULL) crashes up to 16", release: "16", strict: true,
		words: "%eglGetProcAddress:0", keep: "^W", want: "W loader: eglGetProcAddress(NULL)*", dies: syscall.SIGABRT,
	}, {
		name: "eglGetProcAddress(NULL) is logged up to 16", release: "16",
		words: "%eglGetProcAddress:0", keep: "^W", want: "W loader: eglGetProcAddress(NULL)*\napp eglGetProcAddress:0 = NULL",
	}, {
		name: "eglGetProcAddress(NULL) is NULL from 16 QPR1", release: "16qpr1", strict: true,
		words: "%eglGetProcAddress:0", keep: "^W", want: "app eglGetProcAddress:0 = NULL",
	}, {
		name: "a hint reaches the driver on 15", release: "15", env: "FAKE_SAY=attributes",
		words: display + "eglCreateContext:@d:0xcf:0:[0x3570,1,0x3098,2]", want: "driver attribute 0x3570 1\ndriver attribute 0x3098 2",
	}, {
		name: "a hint is removed on 16", release: "16", env: "FAKE_SAY=attributes",
		words: display + "eglCreateContext:@d:0xcf:0:[0x3570,1,0x3098,2]", want: "driver attribute 0x3098 2",
	}, {
		name: "the attribute list of an invalid display is not read", env: "FAKE_FAIL=eglQueryString,eglCreateContext",
		words: display + "?eglCreateContext:0xbad:0xcf:0:8 ?eglCreateContext:0:0xcf:0:8", want: "app eglCreateContext = 0\napp eglCreateContext = 0",
	},
}
