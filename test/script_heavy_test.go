//go:build heavy

package test

import "testing"

func init() { release.flags, release.env = []string{"-trimpath"}, []string{"CGO_ENABLED=0"} }

// TestHeavyScripts runs those that compile for long.
func TestHeavyScripts(t *testing.T) { scripts(t, "testdata/heavy") }
