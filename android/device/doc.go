// Package device reads the state of an Android device and its apps, in one call of adb.
//
// Output of the device is untrusted. It is parsed by keys that do not depend on the language, and unknown
// text is ignored. The parts of the output are separated by a word that is random for each call.
package device
