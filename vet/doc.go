// Package vet finds what a layer's author must not do and the compiler lets pass: GL called from a goroutine, a
// pointer of the app's kept after its hook, a hook that forgets next, settings read from an environment that is
// empty on Android, a hook that never returns, the driver called while the layer is set up.
//
// Each check is an analyzer of golang.org/x/tools/go/analysis; its Doc is what "gleslayergen explain" prints.
// They work on the SSA form of the author's packages. Two helpers say what functions do across packages: calls
// (what is reached) and flows (where a pointer goes). All of them would rather miss a fault than report what is
// none, and an author has the last word: see directives.
package vet

import "golang.org/x/tools/go/analysis"

// Checks are the analyzers, in the order of their documentation.
func Checks() []*analysis.Analyzer {
	return []*analysis.Analyzer{Goroutine, Kept, Next, Environ, Goexit, Initialize}
}

// TopicID is how explain and the findings call a check.
func TopicID(check string) string { return "vet-" + check }
