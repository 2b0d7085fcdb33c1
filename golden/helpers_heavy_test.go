//go:build heavy

package golden

import "testing"

// The helpers keep cgo's rules: with this experiment, Go looks at each pointer that it writes into C memory.
func TestHelpersUnderCgocheck2(t *testing.T) {
	dir := helpers(t)
	command(t, dir, "env", "GOEXPERIMENT=cgocheck2", "go", "test", "-count=1", ".", "./gles")
}
