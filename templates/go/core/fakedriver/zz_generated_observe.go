//go:build ignore

package fakedriver

import "example.com/layer/core"

// Observed returns when the observers have seen all calls that were made before. Without it, they see them some
// milliseconds later.
func (a *App) Observed() {
	for core.ReadCalls() {
	}
}
