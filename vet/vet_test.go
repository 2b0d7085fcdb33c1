package vet

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// The packages of testdata/layer say by "want" what is to be found in them, and that nothing else is.
func TestChecks(t *testing.T) {
	for _, check := range Checks() {
		t.Run(check.Name, func(t *testing.T) {
			analysistest.Run(t, "testdata/layer", check, "./"+check.Name)
		})
	}
}
