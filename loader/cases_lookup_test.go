//go:build linux

package loader_test

import (
	"fmt"
	"strings"
)

// lookupCases test section 3: the results of eglGetProcAddress.
var lookupCases = []ruleCase{
	{
		name: "libGLESv1_CM has second names", list: "A.so", env: "A_HOOK=glColorPointer",
		words: current + "g=eglGetProcAddress:'glColorPointerBounds @g:4:0x1406:0:0:3 es1.glColorPointerBounds:4:0x1406:0:0:3", keep: "lookup",
		want: "A glColorPointer\nA glColorPointer",
	}, {
		name: "a filtered name", env: "FAKE_KNOWS=eglSetBlobCacheFuncsANDROID",
		words: "%eglGetProcAddress:'eglSetBlobCacheFuncsANDROID", want: "app eglGetProcAddress:'eglSetBlobCacheFuncsANDROID = NULL",
	}, {
		name: "a name that Android 10 filters", release: "10", env: "FAKE_KNOWS=eglHibernateProcessIMG",
		words: "%eglGetProcAddress:'eglHibernateProcessIMG", want: "app eglGetProcAddress:'eglHibernateProcessIMG = NULL",
	}, {
		name: "without a driver every answer is NULL", config: "driver_egl=/nonexistent/libEGL.so.1",
		words: "%eglGetProcAddress:'glClear ?eglGetError", want: "app eglGetProcAddress:'glClear = NULL\napp eglGetError = 0x300c",
	}, {
		name: "EGL extensions have public functions", list: "A.so", check: answersStaticMap, keep: "lookup",
		words: "%eglGetProcAddress:'" + strings.Join(staticMap(), " %eglGetProcAddress:'"),
	}, {
		name: "known names have public functions, hooked or not", list: "A.so", env: "A_HOOK=glClear,eglSwapBuffers", keep: "lookup",
		words: "%eglGetProcAddress:'glClear %eglGetProcAddress:'glFlush %eglGetProcAddress:'eglSwapBuffers %eglGetProcAddress:'glAlphaFunc",
		want: `app eglGetProcAddress:'glClear = public glClear
			app eglGetProcAddress:'glFlush = public glFlush
			app eglGetProcAddress:'eglSwapBuffers = public eglSwapBuffers
			app eglGetProcAddress:'glAlphaFunc = public glAlphaFunc`,
	}, {
		name:  "whether the driver has a known name does not matter",
		words: "%eglGetProcAddress:'glCullFace", want: "app eglGetProcAddress:'glCullFace = public glCullFace",
	}, {
		name: "the function without a public symbol uses a slot", release: "15", list: "A.so", env: "FAKE_KNOWS=glMultiDrawElementsBaseVertexOES",
		words: "%eglGetProcAddress:'glMultiDrawElementsBaseVertexOES", keep: "lookup",
		want: `D loader: lookup A.so glMultiDrawElementsBaseVertexOES
			app eglGetProcAddress:'glMultiDrawElementsBaseVertexOES = loader`,
	}, {
		name: "layers are not queried for names that the driver lacks", list: "A.so", words: "%eglGetProcAddress:'glTest1", keep: "lookup",
		want: "app eglGetProcAddress:'glTest1 = NULL",
	}, {
		name:  "the driver is asked anew for what it lacked",
		words: "%eglGetProcAddress:'glTest1 setenv:'FAKE_KNOWS:'glTest1:1 %eglGetProcAddress:'glTest1",
		want:  "app eglGetProcAddress:'glTest1 = NULL\napp eglGetProcAddress:'glTest1 = loader",
	}, {
		name: "layers are queried at each look-up", list: "A.so", env: "FAKE_KNOWS=glTest1\nA_TELL=glTest1",
		words: "eglGetProcAddress:'glTest1 eglGetProcAddress:'glTest1",
		want:  "A is asked for glTest1: driver query\nA is asked for glTest1: driver query",
	}, {
		name: "the layer next to the driver is queried first", list: "A.so:B.so", env: "FAKE_KNOWS=glTest1\nA_HOOK=glTest1\nB_HOOK=glTest1",
		words: current + "f=eglGetProcAddress:'glTest1 @f", keep: "lookup", want: `D loader: lookup B.so glTest1
			D loader: lookup A.so glTest1
			A glTest1
			B glTest1
			driver glTest1`,
	}, {
		name: "only initialized layers are queried", list: "A.so:B.so",
		env:   "FAKE_KNOWS=glTest*\nB_INITIALIZE=get:'glTest1\nA_INITIALIZE=get:'glTest2",
		words: "eglGetDisplay", keep: "lookup", want: "D loader: lookup B.so glTest2",
	}, {
		name: "each look-up returns the same forwarder", env: "FAKE_KNOWS=glTest*",
		words: "f=eglGetProcAddress:'glTest1 g=eglGetProcAddress:'glTest2 h=eglGetProcAddress:'glTest1 same:@f:@h same:@f:@g",
		want:  "app same\napp different",
	}, {
		name: "256 unknown names", env: "FAKE_KNOWS=glTest*", words: names(255) + " %eglGetProcAddress:'glTest256 " +
			"%eglGetProcAddress:'glTest257 %eglGetProcAddress:'glTest1", keep: "^E",
		want: `app eglGetProcAddress:'glTest256 = loader
			E libEGL: no more slots for eglGetProcAddress("glTest257")
			app eglGetProcAddress:'glTest257 = NULL
			app eglGetProcAddress:'glTest1 = loader`,
	}, {
		name: "layers and program share the slots", list: "A.so", env: "FAKE_KNOWS=glTest*\nA_INITIALIZE=get:'glTest0",
		words: names(254) + " %eglGetProcAddress:'glTest255 %eglGetProcAddress:'glTest256",
		want:  "app eglGetProcAddress:'glTest255 = loader\napp eglGetProcAddress:'glTest256 = NULL",
	}, {
		name: "a forwarder without a context does nothing", env: "FAKE_KNOWS=glTest1",
		words: "f=eglGetProcAddress:'glTest1 ?@f", want: "app @f = 0",
	}, {
		name: "an EGL forwarder without a context does nothing", strict: true, env: "FAKE_KNOWS=eglTest1",
		words: "f=eglGetProcAddress:'eglTest1 ?@f", want: "app @f = 0",
	}, {
		name: "an EGL forwarder without a context works on the desktop and logs", env: "FAKE_KNOWS=eglTest1", keep: "^W",
		words: "f=eglGetProcAddress:'eglTest1 ?@f",
		want:  "W loader: eglTest1 *(rule 3.5)\ndriver eglTest1\napp @f = 0x70",
	}, {
		name: "a forwarder reaches layers in an ES 1 context", list: "A.so", env: "FAKE_KNOWS=glTest1\nA_HOOK=glTest1",
		words: currentES1 + "f=eglGetProcAddress:'glTest1 @f", want: "A glTest1\ndriver glTest1",
	},
}

// names returns n queries, of glTest1 and the following names.
func names(count int) string {
	var words []string
	for i := range count {
		words = append(words, fmt.Sprintf("eglGetProcAddress:'glTest%d", i+1))
	}
	return strings.Join(words, " ")
}
