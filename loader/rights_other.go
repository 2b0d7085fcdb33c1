//go:build !linux

package loader

// hasCapabilities always reports false: only Linux has file capabilities.
func hasCapabilities(string) bool { return false }
