//go:build heavy && linux

package recorder_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// The layer for each ABI is built once. Its only check finding is that the C library of the test NDK is not
// Android's.
func TestLayerFor(t *testing.T) {
	t.Setenv("ANDROID_NDK_HOME", testutil.MakeNDK(t))
	cache, builds := t.TempDir(), 0
	maker := recorder.Maker{Cache: cache, OnBuild: func() { builds++ }}
	for _, abi := range android.ABIs() {
		t.Run(abi.Name, func(t *testing.T) {
			path, err := maker.LayerFor(t.Context(), abi.Name)
			if err != nil {
				t.Fatal(err)
			}
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			again, err := maker.LayerFor(t.Context(), abi.Name)
			if after, failed := os.Stat(again); err != nil || failed != nil || again != path || !after.ModTime().Equal(before.ModTime()) {
				t.Errorf("the layer was built twice: %s, then %s: %v %v", path, again, err, failed)
			}
			checkLayer(t, path, abi.Name)
		})
	}
	if made, err := filepath.Glob(filepath.Join(cache, "*", "*")); err != nil || len(made) != 2*len(android.ABIs()) || builds != len(android.ABIs()) {
		t.Errorf("%v: %v, OnBuild called %d times", err, made, builds) // path and hash of the layer for each ABI
	}
}

// Without an NDK, clang builds the layer, for each ABI and with no findings.
func TestLayerForByClang(t *testing.T) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, abi := range testutil.Shard(t, android.ABIs(), 2) {
		path, err := recorder.LayerFor(t.Context(), "", abi.Name)
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
		testutil.CheckLayer(t, testutil.OpenLayer(t, path), recorder.Name)
	}
}

func checkLayer(t *testing.T, path, abi string) {
	t.Helper()
	testutil.CheckLayer(t, testutil.OpenLayer(t, path), recorder.Name)
	o, err := elf.Open(path)
	if err != nil || o.ABI != abi {
		t.Fatalf("%v: %+v", err, o)
	}
	for _, found := range check.Object(path, o, check.Options{}) {
		if found.ID != "needed-host" {
			t.Errorf("%s: %s", found.ID, found.What)
		}
	}
	if !slices.Contains(o.Needed, "liblog.so") {
		t.Errorf("the layer was not built for Android: it needs %v", o.Needed)
	}
}

// The error of a failed build has the compiler's output.
func TestLayerForFails(t *testing.T) {
	root := testutil.MakeNDK(t, "x86_64")
	cc, err := filepath.Glob(filepath.Join(root, "toolchains", "*", "*", "*", "bin", "*-clang"))
	if err != nil || len(cc) != 1 {
		t.Fatal(err, cc)
	}
	testutil.WriteFile(t, cc[0], "#!/bin/sh\necho 'core.c:1:1: error: injected failure' >&2\nexit 1\n", 0o755)
	t.Setenv("ANDROID_NDK_HOME", root)
	_, err = recorder.LayerFor(t.Context(), t.TempDir(), "x86_64")
	if err == nil || !strings.Contains(err.Error(), "injected failure") {
		t.Errorf("%v", err)
	}
}
