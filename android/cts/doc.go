// Package cts runs the cases of Android's compatibility tests for GLES layers (CtsGpuToolsHostTestCases) on a device: the
// same settings, the same starts, the same lines of the log. Their apps and layers it makes of C, with an NDK, installs for
// the run, and removes; without an NDK, Android's own do, if they are installed.
package cts
