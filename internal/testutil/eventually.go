// Package testutil has helpers that tests of several packages share.
package testutil

import (
	"testing"
	"time"
)

// Budget is the time that Eventually and Poll wait for a condition. It is generous, for a CI machine of two cores that runs
// several packages at once: a condition that holds is seen within milliseconds, and only a failing test waits this long. Three
// such waits fit into the ten minutes that go test gives a package.
const Budget = 3 * time.Minute

// interval is the time between two calls of a condition.
const interval = 5 * time.Millisecond

// Eventually calls cond until it returns true, and ends the test if it has not done so within Budget. What describes the
// condition, as in "the layer registers".
func Eventually(t testing.TB, what string, cond func() bool) {
	t.Helper()
	if !Poll(cond) {
		t.Fatalf("timed out after %v: %s", Budget, what)
	}
}

// Poll calls cond until it returns true, and reports whether it did so within Budget. It is for tests that have more to say
// about the failure than Eventually, and for goroutines, which must not end a test.
func Poll(cond func() bool) bool {
	for deadline := time.Now().Add(Budget); ; time.Sleep(interval) {
		if cond() {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}
