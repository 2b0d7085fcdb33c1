// Package cts runs the cases of Android's compatibility tests for GLES layers (CtsGpuToolsHostTestCases) on a device: the
// same settings, the same starts, the same lines of the log. It wants the apps and layers of those tests installed.
package cts
