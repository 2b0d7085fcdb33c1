//go:build androidroot && linux

package androidroot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/sysroot"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
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

// addDriver compiles the driver.
func (r *root) addDriver(t *testing.T, cc []string) {
	t.Helper()
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
	command(t, ".", nil, slices.Concat(cc, []string{"-O1", "-fPIC", "-shared", "-I" + include, "-Wl,-soname,libGLES_fake.so",
		"-o", r.path("vendor/lib64/egl/libGLES_fake.so"), "testdata/driver.c"})...)
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
	cc := func(args ...string) { t.Helper(); command(t, ".", nil, slices.Concat(s.CC(), args)...) }
	r.addDriver(t, s.CC())
	lib := r.path("system/lib64")
	cc("-O1", "-fPIE", "-pie", "-Wl,-dynamic-linker,"+inBits("/system/bin/linker64"), "-Wl,--allow-shlib-undefined", "-o", r.path("data/local/tmp/app"), "testdata/start.c", "testdata/app.c",
		filepath.Join(lib, "libEGL.so"), filepath.Join(lib, "libGLESv2.so"))
	addLayers(t, r.path("data/local/debug/gles"), s.CC())
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
	release := releaseOf(t)
	r := newPhone(t)
	r.set(t, map[string]string{"debug.gles.layers": "libprobe.so"})
	if out, err := r.run(t, []string{"PROBE=/data/local/tmp/probe"}, "/data/local/tmp/app", "exit", "3"); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, strings.Join(r.log, "\n"))
	}
	h := newHost(t, release)
	h.run(t, "libprobe.so")
	real, own := lines(t, r.path("data/local/tmp/probe")), lines(t, h.events)
	same(t, "events", real, own)
	if len(real) < 1000 {
		t.Errorf("only %d events", len(real))
	}
}

func releaseOf(t *testing.T) string {
	t.Helper()
	release := os.Getenv("ANDROID")
	if release == "" {
		t.Fatal("ANDROID is not set to the release of the files, for example: make test-android-root AOSP=DIR ANDROID=11")
	}
	return release
}

// rulesOf returns the release in package rules.
func rulesOf(t *testing.T) *rules.Release {
	t.Helper()
	release, ok := rules.FindRelease(releaseOf(t))
	if !ok {
		t.Fatalf("ANDROID=%s is not a release; see: gleslayergen explain --help", releaseOf(t))
	}
	return release
}

// A host has the tool, and the test program and layers for this machine.
type host struct {
	dir, layers, tool, release string
	events, log                string // files
}

func newHost(t *testing.T, release string) *host {
	t.Helper()
	dir := t.TempDir()
	h := &host{dir: dir, layers: filepath.Join(dir, "layers"), tool: filepath.Join(dir, "gleslayergen"), release: release, events: filepath.Join(dir, "events"), log: filepath.Join(dir, "log")}
	command(t, "../..", nil, "go", "build", "-o", h.tool, "./cmd/gleslayergen")
	command(t, ".", nil, "cc", "-O1", "-o", filepath.Join(dir, "app"), "testdata/app.c", "-lEGL", "-lGLESv2")
	if err := os.Mkdir(h.layers, 0o755); err != nil {
		t.Fatal(err)
	}
	addLayers(t, h.layers, []string{"cc"})
	return h
}

// run runs the test program with a list of layers, and returns the log of the loader.
func (h *host) run(t *testing.T, list string) []string {
	t.Helper()
	for _, name := range []string{h.events, h.log} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(h.tool, "run", "--native", "--strict", "--keep-going", "--android", h.release, "--system-dir", h.layers, "--log", h.log,
		"--property", "debug.gles.layers="+list, "--", filepath.Join(h.dir, "app"), "exit", "3")
	cmd.Dir, cmd.Env = h.dir, append(os.Environ(), "PROBE="+h.events, "EGL_PLATFORM=surfaceless")
	out, err := cmd.CombinedOutput()
	if status := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &status) || status.ExitCode() != 6) { // 6: a layer was not loaded
		t.Fatalf("%s: %v\n%s", list, err, out)
	}
	return lines(t, h.log)
}

// addLayers writes layers to a directory: a good one, one without entry points, and files that are not libraries.
func addLayers(t *testing.T, dir string, cc []string) {
	t.Helper()
	flags := []string{"-O1", "-fPIC", "-shared", "-fvisibility=hidden"}
	for name, source := range map[string]string{"libprobe.so": "testdata/probe.c", "libhalf.so": "testdata/half.c"} {
		command(t, ".", nil, slices.Concat(cc, flags, []string{"-Wl,-soname," + name, "-o", filepath.Join(dir, name), source})...)
	}
	good, err := os.ReadFile(filepath.Join(dir, "libprobe.so"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"libempty.so": nil, "libtext.so": []byte(strings.Repeat("not a library ", 100)), "libcut.so": good[:len(good)/3]} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Lists of layers cause the same lines in the log and the same events as in run --strict.
func TestLists(t *testing.T) {
	r, h := newPhone(t), newHost(t, releaseOf(t))
	for _, list := range []string{"libprobe.so", "libmissing.so:libprobe.so", "libprobe.so:libmissing.so", "libprobe.so:", ":libprobe.so", "libprobe.so::libprobe.so",
		"libprobe.so:libprobe.so", "libhalf.so:libprobe.so", "libprobe.so:libhalf.so", "libempty.so", "libtext.so:libprobe.so", "libprobe.so:libtext.so", "libcut.so", "libmissing.so"} {
		r.set(t, map[string]string{"debug.gles.layers": list})
		r.forget()
		events := r.path("data/local/tmp/probe")
		if err := os.WriteFile(events, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := r.run(t, []string{"PROBE=/data/local/tmp/probe"}, "/data/local/tmp/app", "exit", "3"); err != nil {
			t.Fatalf("%s: %v\n%s", list, err, out)
		}
		same(t, list+": log", ofLoader(r.lines("libEGL"), "/data/local/debug/gles"), ofLoader(h.run(t, list), h.layers))
		same(t, list+": events", lines(t, events), lines(t, h.events))
	}
}

// sizes are numbers in the text of a fault, which differ because the layers do.
var sizes = regexp.MustCompile(`[0-9]+/[0-9]+`)

// ofLoader returns the lines about layers without the directory.
func ofLoader(log []string, dir string) (some []string) {
	for _, line := range log {
		for _, part := range []string{"Debug layer list", "Searching", "GLES layer found", "Failed to"} {
			if strings.Contains(line, " libEGL: "+part) {
				some = append(some, sizes.ReplaceAllString(strings.ReplaceAll(line, dir, "DIR"), "N/N"))
			}
		}
	}
	return some
}

// same compares events one by one.
func same(t *testing.T, what string, real, own []string) {
	t.Helper()
	for i := range max(len(real), len(own)) {
		if a, b := at(real, i), at(own, i); a != b {
			t.Errorf("%s: line %d of %d: %q in the root, %q in run", what, i, len(real), a, b)
			return
		}
	}
	t.Logf("%s: %d lines, all equal", what, len(real))
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

// Drivers of random names, and random properties: the loader opens the driver that package rules names. A driver writes its path
// when it is loaded.
func TestDrivers(t *testing.T) {
	const scenarios, seed = 60, 1
	release, r := rulesOf(t), newPhone(t)
	driver, err := os.ReadFile(r.path("vendor/lib64/egl/libGLES_fake.so"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, seed))
	equal := 0
	for n := range scenarios {
		d := rules.DriverDevice{Release: release, Bits: bits(), Properties: map[string]string{}, Dirs: map[string][]string{}}
		for _, name := range []string{"persist.graphics.egl", "ro.hardware.egl", "ro.board.platform"} {
			d.Properties[name] = []string{"", "a", "b", "none"}[random.IntN(4)]
		}
		d.Properties["ro.vendor.api_level"] = []string{"30", "34"}[random.IntN(2)]
		for _, dir := range []string{"/vendor/lib64/egl", "/system/lib64/egl"} {
			d.Dirs[inBits(dir)] = randomDrivers(t, random, r.path(dir[1:]), driver)
		}
		r.set(t, d.Properties)
		list := r.path("data/local/tmp/drivers")
		if err := os.WriteFile(list, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := r.run(t, []string{"DRIVERS=/data/local/tmp/drivers"}, "/data/local/tmp/app", "exit", "1") // fails without a driver
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		loaded := strings.Fields(string(text))
		want := rules.DecideDriver(d)
		others := len(loaded) > 0 && slices.Contains(want.Others, loaded[0])
		if !slices.Equal(loaded, want.Files) && !others {
			t.Errorf("scenario %d: %v, files %v: loaded %v, want %v (by %q, abort %q)\n%s", n, d.Properties, d.Dirs, loaded, want.Files, want.By, want.Abort, out)
			continue
		}
		equal++
	}
	t.Logf("%d of %d scenarios are equal", equal, scenarios)
}

// randomDrivers writes some drivers into an empty directory, and returns their names in the order of the directory.
func randomDrivers(t *testing.T, random *rand.Rand, dir string, driver []byte) (names []string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][]string{{"libGLES_a.so"}, {"libGLES_b.so"}, {"libGLES.so"}, {"libGLES_c.so"}, {"libEGL_a.so", "libGLESv1_CM_a.so", "libGLESv2_a.so"},
		{"libEGL_d.so", "libGLESv1_CM_d.so", "libGLESv2_d.so"}, {"libEGL.so", "libGLESv1_CM.so", "libGLESv2.so"}} {
		if random.IntN(4) > 0 {
			continue
		}
		for _, name := range files {
			if err := os.WriteFile(filepath.Join(dir, name), driver, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	names, err = f.Readdirnames(-1)
	if err != nil {
		t.Fatal(err)
	}
	return names
}
