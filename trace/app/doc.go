// Package app records an app of a device: it brings the trace layer there, finds the app's recorder, makes a way to it through
// adb, and puts all back. What it changes is in the device's journal before.
package app
