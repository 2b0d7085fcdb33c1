package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/record"
)

func TestWithTrace(t *testing.T) {
	for list, want := range map[string]string{"": "/t.so", "a.so": "/t.so:a.so", "a.so:gltrace": "a.so:/t.so", "a.so:gltrace:b.so": "a.so:/t.so:b.so"} {
		if got := withTrace(list, "/t.so"); got != want {
			t.Errorf("%q: %q", list, got)
		}
	}
}

// That the trace layer has to be built is said before it is; gltrace in a list of layers of run means it where no file does.
func TestOwnTraceLayer(t *testing.T) {
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\necho 'core.c:1:1: error: out of luck' >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	fails(t, exitFailed, []string{"the trace layer is built, once", "out of luck"}, "trace", "record", "--", "true")
	fails(t, exitFailed, []string{"the trace layer is built, once", "out of luck"}, "run", "--layer", "liba.so:gltrace", "--", "true")
	e := newEnv(nil, nil, io.Discard)
	if list, err := e.ownTraceIn(t.Context(), "a.so", ""); list != "a.so" || err != nil {
		t.Errorf("%s, %v", list, err)
	}
	if err := os.WriteFile("gltrace", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folders := range []string{"", "/nowhere:."} {
		if list, err := e.ownTraceIn(t.Context(), "a.so:gltrace", folders); list != "a.so:gltrace" || err != nil {
			t.Errorf("%q: %s, %v", folders, list, err)
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
	if got := amount(record.Progress{Calls: 1, Frames: 2, Bytes: 1234567, Dropped: 3, Uncaptured: 4}); got != "1 call, 2 frames, 1.2 MB, 3 dropped, 4 without their data" {
		t.Error(got)
	}
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 9999: "9999 bytes", 10_000: "10 kB", 999_999: "999 kB", 1_000_000: "1.0 MB", 43_210_000: "43.2 MB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
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
