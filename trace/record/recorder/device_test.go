package recorder_test

import (
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
	wants("arm64-v8a", "no Android NDK", "install the packages clang and lld")
	wants("arm128", `ABI "arm128"`, "arm64-v8a")
	t.Setenv("ANDROID_NDK_ROOT", t.TempDir())
	wants("arm64-v8a", "ANDROID_NDK_ROOT: no NDK at ", "set ANDROID_NDK_ROOT")
}
