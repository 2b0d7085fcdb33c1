package layercmd

import (
	"io"
	"os"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func TestWithTrace(t *testing.T) {
	for list, want := range map[string]string{"": "/t.so", "a.so": "/t.so:a.so", "a.so:gltrace": "a.so:/t.so", "a.so:gltrace:b.so": "a.so:/t.so:b.so"} {
		if got := WithTrace(list, "/t.so"); got != want {
			t.Errorf("%q: %q", list, got)
		}
	}
}

// In a list of layers, gltrace is the trace layer of the tool unless a file has that name.
func TestOwnTraceIn(t *testing.T) {
	t.Chdir(t.TempDir())
	e := ui.NewEnv(nil, nil, io.Discard)
	if list, err := ownTraceIn(t.Context(), e, "a.so", ""); list != "a.so" || err != nil {
		t.Errorf("%s, %v", list, err)
	}
	if err := os.WriteFile("gltrace", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dirs := range []string{"", "/nowhere:."} {
		if list, err := ownTraceIn(t.Context(), e, "a.so:gltrace", dirs); list != "a.so:gltrace" || err != nil {
			t.Errorf("%q: %s, %v", dirs, list, err)
		}
	}
}
