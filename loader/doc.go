// Package loader is a LayerLoader for the desktop: it runs any EGL and OpenGL ES program, unmodified, with layers between
// it and the machine's driver, in the way Android's loader does.
//
// Stand-ins for libEGL, libGLESv2 and libGLESv1_CM, in C (folder host), lie over the machine's real libraries. They are
// built once into the user's cache and found by the program through LD_LIBRARY_PATH. What a run is told stands in a folder
// of its own, and what comes of it too: see Run. "Rule" means a rule in the description of Android's loader, for which
// package rules has the tables.
package loader
