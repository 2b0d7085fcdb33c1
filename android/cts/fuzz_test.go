package cts

import (
	"strings"
	"testing"
)

// FuzzWalk parses any log: it keeps all lines but those of walks, and never panics.
func FuzzWalk(f *testing.F) {
	f.Add("01-02 03:04:05.000 1 1 I glesLayerA: walk of 3 names, initialized after 0, 1 without next\n01-02 I glesLayerA: walk: glA glB\n")
	f.Add(": walk\n: walk: \n")
	f.Fuzz(func(t *testing.T, log string) {
		rest, walk := cutWalk(log)
		if strings.Contains(rest, ": walk") || len(rest) > len(log) || walk == nil && len(rest) < len(log) && !strings.Contains(log, ": walk") {
			t.Errorf("%q gave %q and %v", log, rest, walk)
		}
	})
}
