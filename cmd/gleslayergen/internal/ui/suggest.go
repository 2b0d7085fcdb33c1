package ui

import "github.com/gleslayergen/gleslayergen/registry"

// Nearest returns at most n of the names, those most similar to name, ignoring case. It leaves out names in
// which more than half of the letters differ.
func Nearest(name string, names []string, n int) []string {
	var alike []string
	for _, other := range names {
		if registry.Distance(name, other) <= max(len(name), len(other))/2 {
			alike = append(alike, other)
		}
	}
	return registry.Nearest(name, alike, n)
}
