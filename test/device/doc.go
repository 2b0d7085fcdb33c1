// Package device is an Android device for tests: the real adb talks to it as to any other, and what a layer does on it,
// a real layer does.
//
// An adbd of our own listens on a random port of the loopback. Behind it stands a folder for the device's root, a shell
// interpreted in this process, and Android's programs as far as tools for layers use them, each answering as the release
// does (data/releases.txt). An app is a process of this machine, under the layer loader of package loader, told by the
// device's own settings, properties and packages. Faults are switched on in Options, or later by methods of Device.
package device
