//go:build heavy

package test

import "testing"

func init() { release.flags, release.env = []string{"-trimpath"}, []string{"CGO_ENABLED=0"} }

// TestHeavyScripts runs the scripts that compile for a long time.
func TestHeavyScripts(t *testing.T) { scripts(t, "testdata/heavy") }
