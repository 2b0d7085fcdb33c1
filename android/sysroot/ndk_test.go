//go:build ndk

package sysroot_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/rules"
)

// TestAgainstNDK compares the sysroot with that of the NDK in $ANDROID_NDK_HOME: make check-sysroot.
func TestAgainstNDK(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(os.Getenv("ANDROID_NDK_HOME"), "toolchains", "llvm", "prebuilt", "*", "sysroot"))
	if err != nil || len(dirs) != 1 {
		t.Fatalf("no sysroot in ANDROID_NDK_HOME=%q: %v", os.Getenv("ANDROID_NDK_HOME"), err)
	}
	for _, abi := range android.ABIs() {
		triple := abi.Clang
		if abi.GOARCH == "arm" {
			triple = "arm-linux-androideabi"
		}
		libraries := filepath.Join(dirs[0], "usr", "lib", triple, strconv.Itoa(rules.MinAPI))
		l := libc{abi: abi, own: ownDir(t, t.TempDir(), abi), dir: dirs[0], library: func(name string) string { return filepath.Join(libraries, name+".so") }}
		for _, difference := range l.compare(t) {
			t.Error(difference)
		}
	}
}
