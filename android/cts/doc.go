// Package cts runs the cases of Android's compatibility tests for GLES layers (CtsGpuToolsHostTestCases) on a
// device: the same settings, the same starts, the same log lines. It builds the apps and layers from C with
// an NDK, installs them for the run, and removes them. Without an NDK, it uses Android's own, if they are
// installed.
package cts
