package recorder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// Without an NDK and clang, or with an invalid NDK, the error says what to do.
func TestLayerForWithoutNDK(t *testing.T) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("PATH", t.TempDir())
	wants := func(abi, what, advice string) {
		t.Helper()
		_, err := recorder.LayerFor(t.Context(), t.TempDir(), abi)
		fault, ok := err.(*android.Error)
		if !ok || !strings.Contains(fault.Error(), what) || !strings.Contains(fault.Advice, advice) {
			t.Errorf("%s: %v", abi, err)
		}
	}
	wants("arm64-v8a", "no Android NDK", "install the packages clang, lld")
	wants("arm128", `ABI "arm128"`, "arm64-v8a")
	t.Setenv("ANDROID_NDK_ROOT", t.TempDir())
	wants("arm64-v8a", "ANDROID_NDK_ROOT: no NDK at ", "set ANDROID_NDK_ROOT")
}

// A layer beside the program is used without a compiler, if it was built from the sources of this program.
func TestLayerForShipped(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	layer := filepath.Join(dir, "recorder", "x86_64", "libgltrace.so")
	if err := os.MkdirAll(filepath.Dir(layer), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(layer, []byte("a layer"), 0o600); err != nil {
		t.Fatal(err)
	}
	hash, err := recorder.SourcesHash()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ abi, hash, want string }{{"x86_64", hash + "\n", layer}, {"x86_64", "other\n", ""}, {"x86", hash, ""}} {
		if err := os.WriteFile(filepath.Join(dir, "recorder", "SOURCES"), []byte(c.hash), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := recorder.Maker{Cache: t.TempDir(), Beside: dir}.LayerFor(t.Context(), c.abi)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s, sources %q: %q, %v", c.abi, c.hash, got, err)
		}
	}
}
