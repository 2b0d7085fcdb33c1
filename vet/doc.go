// Package vet finds mistakes in hooks that the compiler accepts: GL calls from a goroutine, an app's pointer
// kept after its hook, a hook that does not call next, settings read from the environment (which is empty on
// Android), a hook that never returns, and driver calls during initialization.
//
// Each check is an analyzer of golang.org/x/tools/go/analysis; "gleslayergen explain" prints its Doc. The
// checks work on the SSA form of the author's packages. Two analyzers compute facts across packages: calls
// (what a function leads to) and flows (where a pointer goes). The checks prefer a missed mistake to a false
// finding. Authors can suppress a finding: see directives.go.
package vet

import "golang.org/x/tools/go/analysis"

// Checks returns the analyzers in the order in which they are documented.
func Checks() []*analysis.Analyzer {
	return []*analysis.Analyzer{Goroutine, Kept, Next, Environ, Goexit, Initialize}
}

// TopicID returns the ID of a check in findings and in "gleslayergen explain".
func TopicID(check string) string { return "vet-" + check }
