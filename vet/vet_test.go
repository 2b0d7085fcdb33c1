package vet

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// The "want" comments in testdata/layer list every expected finding.
func TestChecks(t *testing.T) {
	for _, check := range Checks() {
		t.Run(check.Name, func(t *testing.T) {
			analysistest.Run(t, "testdata/layer", check, "./"+check.Name)
		})
	}
}
