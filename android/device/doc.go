// Package device reads what an Android device and its apps say of themselves, in one call of adb.
//
// All that comes from the device is text of others: it is parsed by keys that no language changes, what is
// not understood is left out, and the parts of the one output are parted by a word made for that call.
package device
