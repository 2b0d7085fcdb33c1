// Package android knows Android's tools and devices: where the NDK is, and which compilers build for which ABI.
package android
