package replay

import (
	"reflect"
	"slices"
	"testing"
)

// The errors of the player have types.
func TestRefused(t *testing.T) {
	for line, want := range map[string]error{
		"refused 7 glFlush no reason": &RefusedError{Call: 7, Function: "glFlush", Reason: "no reason"},
		"failed no display":           &RefusedError{Call: -1, Reason: "no display"},
		"unloaded no libEGL.so":       &RefusedError{Call: -1, Reason: "no libEGL.so", Driver: true},
		"unrecorded":                  ErrUnrecorded,
	} {
		var r Result
		if r.line(line); !reflect.DeepEqual(r.refused, want) {
			t.Errorf("%s: %v", line, r.refused)
		}
	}
}

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
