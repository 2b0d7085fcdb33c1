//go:build ignore

package gles

// changes are the functions of the C core that change the extensions. Package core sets them.
var changes struct {
	add, remove func(name string, functions []string) bool
}

// BindExtensions sets the functions that change the extensions. Package core calls it before any hook runs.
func BindExtensions(add, remove func(name string, functions []string) bool) {
	changes.add, changes.remove = add, remove
}

// AddExtension adds an extension to those that the app sees, in all queries of EGL and OpenGL ES. A name that begins
// with EGL_ is an extension of displays. eglGetProcAddress returns the hooks of the functions, which the layer must
// intercept. A driver that has the extension keeps its own functions. In a hook of a function that the driver
// lacks, do not call next.
//
//	gles.AddExtension("GL_EXT_example", "glExampleEXT")
//
// Call AddExtension in onInitialize: apps read the lists of extensions only once. It reports whether the extension
// was added: false for a name that is empty or has a space, a function without a hook, more than 31 functions, or
// more than 64 changes. The strings that the app gets stay valid until the process ends.
func AddExtension(name string, functions ...string) bool { return changes.add(name, functions) }

// RemoveExtension removes an extension from those that the app sees. eglGetProcAddress returns null for the
// functions. Otherwise it is like AddExtension; a later call for the same name replaces an earlier one.
//
//	gles.RemoveExtension("GL_EXT_disjoint_timer_query", "glQueryCounterEXT")
func RemoveExtension(name string, functions ...string) bool { return changes.remove(name, functions) }
