package ui

import "github.com/gleslayergen/gleslayergen/registry"

// Nearest are at most n of the names, those most like name, without regard to case. A name that would need
// more than half of its letters changed is not like it.
func Nearest(name string, names []string, n int) []string {
	var alike []string
	for _, other := range names {
		if registry.Distance(name, other) <= max(len(name), len(other))/2 {
			alike = append(alike, other)
		}
	}
	return registry.Nearest(name, alike, n)
}
