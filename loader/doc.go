// Package loader implements Android's GLES LayerLoader for the desktop: it runs any EGL and OpenGL ES
// program, unmodified, with layers between it and this machine's driver.
//
// Libraries in C (directory host) replace libEGL, libGLESv2 and libGLESv1_CM and forward to the real ones.
// They are built once into the user's cache directory, and the program finds them through LD_LIBRARY_PATH.
// Each run has a directory with its configuration and results: see Run. "Rule" means a rule in the
// description of Android's loader; package rules has the tables.
package loader
