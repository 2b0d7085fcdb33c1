// Package calltext formats recorded calls: enums by the enum group of their parameter, bitfields as combined
// bits, text escaped and truncated, arrays abbreviated, EGL attribute lists by name.
//
// A value without a name in its enum group is formatted as a number.
package calltext
