// Package words puts recorded calls in words: enums by the enum group of their place, bits combined, text escaped and cut,
// arrays short, EGL's attribute lists by name.
//
// A value that has no name in its place is a number, never a guess.
package calltext
