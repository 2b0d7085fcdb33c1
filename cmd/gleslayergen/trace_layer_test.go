package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// A message precedes the build of the trace layer. In run's list of layers, gltrace means the trace layer
// unless a file has that name.
func TestOwnTraceLayer(t *testing.T) {
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\necho 'core.c:1:1: error: out of luck' >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	fails(t, ui.ExitFailed, []string{"building the trace layer", "out of luck"}, "trace", "record", "--", "true")
	fails(t, ui.ExitFailed, []string{"building the trace layer", "out of luck"}, "run", "--layer", "liba.so:gltrace", "--", "true")
}
