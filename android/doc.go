// Package android finds the Android NDK and SDK, and the compiler for each ABI.
package android
