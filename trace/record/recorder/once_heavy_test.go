//go:build heavy && linux

package recorder_test

import (
	"os"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// The layer for this machine is built once.
func TestLayerOnce(t *testing.T) {
	builds := 0
	maker := recorder.Maker{Cache: t.TempDir(), OnBuild: func() { builds++ }}
	path, err := maker.Layer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := maker.Layer(t.Context())
	if err != nil || again != path {
		t.Fatalf("%s, then %s, %v", path, again, err)
	}
	if builds != 1 {
		t.Errorf("OnBuild called %d times", builds)
	}
	if after, err := os.Stat(path); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the layer was built twice: %v", err)
	}
}
