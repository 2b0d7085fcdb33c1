//go:build !linux

package loader

// hasCapabilities is about Linux alone.
func hasCapabilities(string) bool { return false }
