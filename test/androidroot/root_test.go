//go:build androidroot && linux

package androidroot

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/sysroot"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// command runs a command in a directory.
func command(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// own are the functions that testdata/driver.c has itself.
func own(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/driver.c")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "EXPORT "); ok {
			head, _, _ := strings.Cut(rest, "(")
			names = append(names, strings.TrimLeft(head[strings.LastIndexByte(head, ' ')+1:], "*"))
		}
	}
	return names
}

// newPhone returns a root with a driver and the test program. Without an NDK, clang compiles them.
func newPhone(t *testing.T) *root {
	t.Helper()
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	r := newRoot(t, nil)
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := clang.Root(t.Context(), "", r.abi)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	skip := own(t)
	for _, c := range registry.Builtin().Commands {
		if !slices.Contains(skip, c.Name) {
			fmt.Fprintf(&text, "NAME(%s)\n", c.Name)
		}
	}
	include := t.TempDir()
	if err := os.WriteFile(filepath.Join(include, "driver_names.h"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cc := func(args ...string) { t.Helper(); command(t, ".", nil, slices.Concat(s.CC(), args)...) }
	cc("-O1", "-fPIC", "-shared", "-I"+include, "-Wl,-soname,libGLES_fake.so", "-o", r.path("vendor/lib64/egl/libGLES_fake.so"), "testdata/driver.c")
	lib := r.path("system/lib64")
	cc("-O1", "-fPIE", "-pie", "-Wl,-dynamic-linker,/system/bin/linker64", "-Wl,--allow-shlib-undefined", "-o", r.path("data/local/tmp/app"), "testdata/start.c", "testdata/app.c",
		filepath.Join(lib, "libEGL.so"), filepath.Join(lib, "libGLESv2.so"))
	cc("-O1", "-fPIC", "-shared", "-Wl,-soname,libprobe.so", "-o", r.path("data/local/debug/gles/libprobe.so"), "testdata/probe.c")
	return r
}

// The recorder, built by clang, records every call of a program that exits, and knows how many are missing if it is killed.
func TestRecording(t *testing.T) {
	r := newPhone(t)
	layer, err := recorder.LayerFor(t.Context(), t.TempDir(), r.abi.Name)
	if err != nil {
		t.Fatal(err)
	}
	r.copy(t, layer, "data/local/debug/gles/libgltrace.so", 0o644)
	const frames = 200
	for _, end := range []string{"exit", "kill"} {
		r.set(t, map[string]string{"debug.gles.layers": "libgltrace.so", "debug.gltrace.file": "/data/local/tmp/" + end + ".gltrace"})
		out, err := r.run(t, nil, "/data/local/tmp/app", end, fmt.Sprint(frames))
		if (err == nil) != (end == "exit") {
			t.Fatalf("%s: %v\n%s\n%s", end, err, out, strings.Join(r.log, "\n"))
		}
		f, err := file.Open(r.path("data/local/tmp/" + end + ".gltrace"))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, strings.Join(r.log, "\n"))
		}
		defer f.Close()
		lost, known := f.Unaccounted()
		count := map[string]int{}
		for call, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			count[call.Function.Name]++
		}
		t.Logf("%s: %d calls in %d frames, %d unaccounted for (%v), end %v", end, f.Len(), len(f.Frames()), lost, known, f.End())
		whole := f.IsWhole() && count["glClear"] == frames && count["glViewport"] == frames && count["eglSwapBuffers"] == frames
		// What the program calls before its first frame is the same in both runs.
		if end == "exit" && !whole || end == "kill" && (f.IsWhole() || !known || uint64(f.Len())+lost < 3*frames) {
			t.Errorf("%s: %v, end %v, %d unaccounted for (%v)", end, count, f.End(), lost, known)
		}
	}
}

// The loader asks a layer for the same names in the same order as run --strict does for this release.
func TestWalk(t *testing.T) {
	release := os.Getenv("ANDROID")
	if release == "" {
		t.Fatal("ANDROID is not set to the release of the files, for example: make test-android-root AOSP=DIR ANDROID=11")
	}
	r := newPhone(t)
	r.set(t, map[string]string{"debug.gles.layers": "libprobe.so"})
	if out, err := r.run(t, []string{"PROBE=/data/local/tmp/probe"}, "/data/local/tmp/app", "exit", "3"); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, strings.Join(r.log, "\n"))
	}
	dir := t.TempDir()
	tool, app, layer, events := filepath.Join(dir, "gleslayergen"), filepath.Join(dir, "app"), filepath.Join(dir, "libprobe.so"), filepath.Join(dir, "probe")
	command(t, "../..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	command(t, ".", nil, "cc", "-O1", "-o", app, "testdata/app.c", "-lEGL", "-lGLESv2")
	command(t, ".", nil, "cc", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-o", layer, "testdata/probe.c")
	command(t, dir, []string{"PROBE=" + events, "EGL_PLATFORM=surfaceless"}, tool, "run", "--strict", "--keep-going", "--android", release, "--layer", layer, "--", app, "exit", "3")
	real, own := lines(t, r.path("data/local/tmp/probe")), lines(t, events)
	t.Logf("%d events in the root, %d in run", len(real), len(own))
	for i := range max(len(real), len(own)) {
		if a, b := at(real, i), at(own, i); a != b {
			t.Fatalf("event %d: %q in the root, %q in run --strict --android %s", i, a, b, release)
		}
	}
	if len(real) < 1000 {
		t.Errorf("only %d events", len(real))
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
