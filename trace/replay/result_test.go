package replay

import (
	"slices"
	"testing"
)

// Only the player's own words say that the system does not confine it.
func TestUnconfined(t *testing.T) {
	var r Result
	for _, line := range []string{"unconfined files", "unconfined", "unconfined other", "unconfined calls of a driver"} {
		r.line(line)
	}
	if want := []string{"it can write to files that exist"}; !slices.Equal(r.Unconfined, want) {
		t.Errorf("got %q", r.Unconfined)
	}
}
