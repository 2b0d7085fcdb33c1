//go:build heavy

package android

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A C++ layer built by CMake with the NDK's toolchain file runs and needs no C++ library on the device. An
// exception that its hook throws does not reach the app.
func TestBuildCMakeForAndroid(t *testing.T) {
	ndk := standIn(t)
	dir := filepath.Join(t.TempDir(), "a project, in C++")
	tool := filepath.Join(t.TempDir(), "gleslayergen")
	must(t, "..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	must(t, "", nil, "aarch64-linux-gnu-g++", "--version") // its package has the C++ libraries, too
	must(t, "", nil, tool, "new", "probe", "--template", "cpp", "--active", "--intercept", "eglChooseConfig", "--out", dir)
	hooks := filepath.Join(dir, "src", "hooks.cpp")
	text, err := os.ReadFile(hooks)
	if err != nil {
		t.Fatal(err)
	}
	thrown := strings.Replace(string(text), "    return next(", "    layer::log(\"hooked: %d configs\", config_size);\n    next(dpy, attrib_list, configs, config_size, num_config);\n    throw std::runtime_error(\"enough\");\n    return next(", 1)
	if thrown == string(text) {
		t.Fatalf("no place for a line in:\n%s", text)
	}
	write(t, hooks, "#include <stdexcept>\n"+thrown, 0o644)
	must(t, dir, []string{"ANDROID_NDK_HOME=" + ndk, "PATH=/usr/bin:/bin"}, tool, "build", "--abi", "arm64-v8a,x86_64")
	for _, abi := range []string{"arm64-v8a", "x86_64"} {
		lib := filepath.Join(dir, "build", abi, "libprobe.so")
		f := testutil.OpenLayer(t, lib)
		if want := machines[abi]; f.Machine != want.machine || f.Class != want.class {
			t.Errorf("%v %v", f.Machine, f.Class)
		}
		testutil.CheckLayer(t, f, "probe")
		checkNeeds(t, f)
		checkSymbols(t, lib)
		if needed, _ := f.ImportedLibraries(); slices.ContainsFunc(needed, func(name string) bool { return strings.Contains(name, "++") }) {
			t.Errorf("%s needs %v", abi, needed)
		}
	}
	output := runArm64(t, ndk, filepath.Join(dir, "build", "arm64-v8a", "libprobe.so"))
	for _, want := range []string{"log 4/probe: hooked: 4 configs", "log 6/probe: the hook of eglChooseConfig threw an exception and is now off: enough",
		"result 1, count 1, config 3, next ran 1 time(s)\n"} {
		if strings.Count(output, want) != 1 {
			t.Errorf("no %q in:\n%s", want, output)
		}
	}
	if err := os.Remove(filepath.Join(ndk, "build", "cmake", "android.toolchain.cmake")); err != nil {
		t.Fatal(err)
	}
	must(t, dir, []string{"ANDROID_NDK_HOME=" + ndk}, "sh", "-c", `! "$0" build --abi x86_64 2>said && grep 'the file build/cmake/android.toolchain.cmake is missing' said`, tool)
}
