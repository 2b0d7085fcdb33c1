//go:build heavy && linux

package modulelayer_test

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/modulelayer"
)

// Clang builds the layer for each ABI, with no findings.
func TestModuleLayerFor(t *testing.T) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	for _, abi := range testutil.Shard(t, android.ABIs(), 2) {
		path, err := modulelayer.Maker{Cache: t.TempDir()}.LayerFor(t.Context(), abi.Name)
		if err != nil {
			t.Fatal(err)
		}
		o, err := elf.Open(path)
		if err != nil || o.ABI != abi.Name || o.AndroidAPI != 29 {
			t.Fatalf("%v: %+v", err, o)
		}
		if found := check.Object(path, o, check.Options{}); len(found) > 0 {
			t.Errorf("%s: %v", abi.Name, found)
		}
		testutil.CheckLayer(t, testutil.OpenLayer(t, path), modulelayer.Name)
	}
}
