// Package device is an Android device for tests. The real adb connects to it, and real layers run on it.
//
// The package's adbd listens on a random port of the loopback interface. The device has a directory as its
// root, a shell that is interpreted in this process, and the Android programs that tools for layers use. Each
// program behaves as in the selected release (data/releases.txt). An app is a process of this machine that
// runs with the layer loader of package loader, configured by the settings, properties and packages of the
// device. Faults are enabled in Options, or later by methods of Device.
package device
