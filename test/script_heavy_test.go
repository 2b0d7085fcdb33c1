//go:build heavy

package test

import "testing"

// TestHeavyScripts runs those that compile for long.
func TestHeavyScripts(t *testing.T) { scripts(t, "testdata/heavy") }
