package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/session"
)

func TestWithTrace(t *testing.T) {
	for list, want := range map[string]string{"": "/t.so", "a.so": "/t.so:a.so", "a.so:gltrace": "a.so:/t.so", "a.so:gltrace:b.so": "a.so:/t.so:b.so"} {
		if got := withTrace(list, "/t.so"); got != want {
			t.Errorf("%q: %q", list, got)
		}
	}
}

// What was started can be started again by what is printed.
func TestCommandLine(t *testing.T) {
	if got := commandLine([]byte("./game\x00--name\x00it's me\x00\x00")); got != `./game --name 'it'\''s me'` {
		t.Error(got)
	}
}

func TestAmount(t *testing.T) {
	if got := amount(session.Progress{Calls: 1, Frames: 2, Bytes: 1234567, Dropped: 3, Uncaptured: 4}); got != "1 call, 2 frames, 1.23 MB, 3 dropped, 4 without their data" {
		t.Error(got)
	}
}

// A recorder's own words for its end do not look like a message of ours.
func TestEnding(t *testing.T) {
	for reason, want := range map[string]string{"stopped": "", "exit": "", "a\nb": `; it ended: a\nb`} {
		if got := ending(reason); got != want {
			t.Errorf("%q: %q", reason, got)
		}
	}
}
