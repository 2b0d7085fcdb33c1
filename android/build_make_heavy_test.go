//go:build heavy

package android

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A layer in C alone is built for a device by gleslayergen, by make with a compiler of the NDK, and by CMake
// with the NDK's toolchain file. Each of them runs.
func TestBuildCAloneForAndroid(t *testing.T) {
	ndk := standIn(t)
	dir := filepath.Join(t.TempDir(), "a project, in C")
	tool := filepath.Join(t.TempDir(), "gleslayergen")
	must(t, "..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	must(t, "", nil, tool, "new", "probe", "--template", "c", "--active", "--intercept", "eglChooseConfig", "--out", dir)
	write(t, filepath.Join(dir, "src", "hooks.c"), `#include "zz_generated_hooks.h"

void hook_initialize(void) {}

EGLBoolean hook_eglChooseConfig(next_eglChooseConfig next, EGLDisplay dpy, const EGLint *attrib_list,
                                EGLConfig *configs, EGLint config_size, EGLint *num_config) {
    layer_log("hooked");
    return next(dpy, attrib_list, configs, config_size, num_config);
}
`, 0o644)
	without := []string{"ANDROID_NDK_HOME=" + ndk, "PATH=/usr/bin:/bin"}
	must(t, dir, without, tool, "build", "--abi", "arm64-v8a,armeabi-v7a,x86_64,x86")
	for abi, want := range machines {
		lib := filepath.Join(dir, "build", abi, "libprobe.so")
		f := testutil.OpenLayer(t, lib)
		if f.Machine != want.machine || f.Class != want.class {
			t.Errorf("%v %v", f.Machine, f.Class)
		}
		testutil.CheckLayer(t, f, "probe")
		checkNeeds(t, f)
		checkSymbols(t, lib)
	}
	cc := filepath.Join(ndk, "toolchains", "llvm", "prebuilt", "linux-x86_64", "bin", "aarch64-linux-android29-clang")
	must(t, dir, without, "make", "CC='"+cc+"'", "BUILD=build/make")
	tree := filepath.Join(t.TempDir(), "cmake")
	must(t, dir, without, "cmake", "-S", ".", "-B", tree, "-DCMAKE_TOOLCHAIN_FILE="+filepath.Join(ndk, "build", "cmake", "android.toolchain.cmake"),
		"-DANDROID_ABI=arm64-v8a", "-DANDROID_PLATFORM=android-29")
	must(t, dir, without, "cmake", "--build", tree)
	for _, lib := range []string{filepath.Join(dir, "build", "arm64-v8a", "libprobe.so"), filepath.Join(dir, "build", "make", "libprobe.so"), filepath.Join(tree, "libprobe.so")} {
		f := testutil.OpenLayer(t, lib)
		testutil.CheckLayer(t, f, "probe")
		checkNeeds(t, f)
		output := runArm64(t, ndk, lib)
		for _, want := range []string{"log 4/probe: hooked\n", "result 1, count 1, config 3, next ran 1 time(s)\n"} {
			if strings.Count(output, want) != 1 {
				t.Errorf("%s: no %q in:\n%s", lib, want, output)
			}
		}
	}
}
