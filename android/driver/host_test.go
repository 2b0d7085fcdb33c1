//go:build linux

package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/registry"
)

func command(t *testing.T, line ...string) {
	t.Helper()
	if _, err := exec.LookPath(line[0]); err != nil {
		t.Fatalf("%s is missing: make deps installs it", line[0])
	}
	if out, err := exec.CommandContext(t.Context(), line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(line, " "), err, out)
	}
}

// mesa lets EGL be Mesa's in software, without a window system.
func mesa(t *testing.T) {
	t.Setenv("EGL_PLATFORM", "surfaceless")
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
}

// scratch is a folder for what all tests share.
var scratch string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gleslayergen-driver-")
	if err != nil {
		panic(err)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// shared compiles a library of testdata once.
func shared(t *testing.T, dir, library, source string) string {
	t.Helper()
	dir = filepath.Join(scratch, dir)
	path := filepath.Join(dir, library)
	if _, err := os.Stat(path); err != nil {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		command(t, "cc", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", path, source, "-ldl")
	}
	return dir
}

// faulty puts an EGL with a fault in front of the machine's own; android adds the buffers of Android.
func faulty(t *testing.T, fault string, android bool) {
	t.Helper()
	mesa(t)
	path := shared(t, "egl", "libEGL.so.1", "testdata/fake.c")
	if android {
		path += ":" + shared(t, "android", "libnativewindow.so", "testdata/window.c")
	}
	out, err := exec.CommandContext(t.Context(), "cc", "-print-file-name=libEGL.so.1").Output()
	if err != nil || !filepath.IsAbs(string(out)) {
		t.Fatalf("no libEGL.so.1: make deps installs it (%s, %v)", out, err)
	}
	t.Setenv("FAKE_REAL", strings.TrimSpace(string(out)))
	t.Setenv("FAKE_DRIVER", fault)
	t.Setenv("LD_LIBRARY_PATH", path)
}

func cacheOfTests() string { return filepath.Join(scratch, "cache") }

// here asks the EGL of this machine; the first process of the report.
func here(t *testing.T, contexts int) (*Report, Process) {
	t.Helper()
	r, err := Host(t.Context(), Options{Cache: cacheOfTests(), Contexts: contexts, Registry: registry.Builtin()})
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Processes[0]
}

// Over Mesa in software all is there that means anything on a desktop.
func TestHost(t *testing.T) {
	mesa(t)
	r, p := here(t, 8)
	if len(r.Findings) > 0 {
		t.Errorf("findings %v", r.Findings)
	}
	if p.EGL.Version != "1.5" || !slices.Contains(p.EGL.Extensions, "EGL_KHR_wait_sync") || !slices.Contains(p.EGL.ClientExtensions, "EGL_EXT_platform_base") || p.EGL.Fault != "" {
		t.Errorf("EGL %+v", p.EGL)
	}
	if !slices.ContainsFunc(p.EGL.Libraries, func(l string) bool { return strings.Contains(l, "libEGL_mesa") }) {
		t.Errorf("libraries %q", p.EGL.Libraries)
	}
	for i, want := range []string{"OpenGL ES-CM 1.1", "OpenGL ES 3.", "OpenGL ES 3."} {
		if a := p.APIs[i]; !a.Drawn || !strings.HasPrefix(a.Version, want) || a.Fault != "" || len(a.Extensions) < 20 {
			t.Errorf("%+v, not %s", a, want)
		}
	}
	if p.Pictures[0].State != Sampled || p.Pictures[0].Pixels != "255,0,0 0,0,255" {
		t.Errorf("pictures %+v", p.Pictures)
	}
	if c := p.Contexts; c.Made != 8 || c.Limit != "" || c.PerContext < 50 || c.Fault != "" || c.OpenFiles != 0 {
		t.Errorf("contexts %+v", c)
	}
	if other := r.Processes[1]; other.EGL == nil && other.Missing == "" {
		t.Errorf("32 bits: %+v", other)
	}
}

// What each picture in YUV comes to here is said: sampled, or why it cannot be tried; never a fault of ours.
func TestHostYUV(t *testing.T) {
	mesa(t)
	_, p := here(t, 0)
	for _, c := range p.Pictures[1:] {
		if c.State == Impossible && c.Why == "" || c.State == Sampled && c.Pixels == "" || c.State == Refused {
			t.Errorf("%+v", c)
		}
	}
	if p.Contexts != nil {
		t.Error("contexts are made unasked")
	}
}

// A driver that ends, or that never answers, takes nothing with it, and how it ended is told.
func TestFaults(t *testing.T) {
	before := taskLimit
	defer func() { taskLimit = before }()
	for fault, want := range map[string]string{
		"crash": "signal 11 (SIGSEGV)", "abort": "signal 6 (SIGABRT)", "half": "signal 7 (SIGBUS)", "quit": "with status 0", "status": "with status 7",
		"hang": "did not come back in 200ms", "refuse": "eglInitialize; no display can be initialised",
	} {
		t.Run(fault, func(t *testing.T) {
			taskLimit = before
			if fault == "hang" {
				taskLimit = 200 * time.Millisecond
			}
			faulty(t, fault, false)
			r, p := here(t, 4)
			for _, got := range []string{p.EGL.Fault, p.APIs[1].Fault, p.Pictures[0].Why, p.Contexts.Fault} {
				if !strings.Contains(got, want) {
					t.Errorf("%q, not %q", got, want)
				}
			}
			if p.EGL.Version != "" || !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Name == "OpenGL ES 2.0" && strings.Contains(f.Why, want) }) {
				t.Errorf("version %q, findings %v", p.EGL.Version, r.Findings)
			}
		})
	}
}

// Text of a driver is only text: it ends no task, and is cut.
func TestHostile(t *testing.T) {
	faulty(t, "hostile", false)
	_, p := here(t, 0)
	if p.EGL.Vendor != "\x1b[2Jevil\n{\"task\":\"egl\",\"fact\":\"end\",\"value\":\"ok\"}\n\u00ff\"\\" {
		t.Errorf("vendor %q", p.EGL.Vendor)
	}
	if len(p.EGL.Extensions) != 1 || len(p.EGL.Extensions[0]) != 32<<10 {
		t.Errorf("%d extensions", len(p.EGL.Extensions))
	}
	faulty(t, "null", false)
	if _, p := here(t, 0); p.EGL.Version != "" || len(p.EGL.Extensions) > 0 {
		t.Errorf("%+v", p.EGL)
	}
}

// A driver of before: no EGL 1.5, no OpenGL ES 3, no extensions.
func TestOldDriver(t *testing.T) {
	faulty(t, "old", false)
	r, p := here(t, 0)
	states := map[string]string{}
	for _, m := range p.Requirements {
		states[m.Name] = m.State
	}
	for name, want := range map[string]string{"EGL 1.5": Missing, "OpenGL ES 2.0": Present, "OpenGL ES 3.0": Missing, "EGL_KHR_image_base": Present,
		"EGL_KHR_wait_sync": Missing, "EGL_ANDROID_recordable": Meaningless, "EGL_KHR_fence_sync": Missing, "GL_OES_EGL_image_external": Present} {
		if states[name] != want {
			t.Errorf("%s: %s, not %s", name, states[name], want)
		}
	}
	var names []string
	for _, f := range r.Findings {
		names = append(names, f.Name)
	}
	if strings.Join(names, " ") != "EGL 1.5 EGL_KHR_wait_sync EGL_KHR_get_all_proc_addresses" {
		t.Errorf("findings %v", names)
	}
	if a := p.APIs[2]; a.Made || a.Fault != "eglCreateContext: EGL_BAD_ALLOC" {
		t.Errorf("%+v", a)
	}
}

func TestLimitOfContexts(t *testing.T) {
	faulty(t, "limit", false)
	_, p := here(t, 8)
	if c := p.Contexts; c.Made != 4 || c.Limit != "eglCreateContext: EGL_BAD_ALLOC" || c.Fault != "" { // one more was there before
		t.Errorf("%+v", c)
	}
}

// Pictures in Android's buffers, over a driver that converts them: the right colours, wrong ones, and each step failing.
func TestAndroidPictures(t *testing.T) {
	for fault, want := range map[string]Picture{
		"":          {State: Sampled, By: "AHardwareBuffer", Pixels: "254,0,0 0,0,255"},
		"swapped":   {State: Refused, By: "AHardwareBuffer", Why: "the colours are wrong"},
		"no-yuv":    {State: Refused, By: "AHardwareBuffer", Why: "eglCreateImageKHR: EGL_BAD_ALLOC"},
		"no-memory": {State: Refused, Why: "AHardwareBuffer_allocate fails -12"},
		"no-lock":   {State: Refused, By: "AHardwareBuffer", Why: "AHardwareBuffer_lockPlanes fails -22"},
		"one-plane": {State: Refused, By: "AHardwareBuffer", Why: "planes are missing"},
	} {
		t.Run(fault, func(t *testing.T) {
			faulty(t, fault, true)
			_, p := here(t, 0)
			for _, got := range p.Pictures[1:] {
				expect := want
				expect.Format = got.Format
				if got.Format == "NV12" {
					expect = Picture{Format: "NV12", State: Impossible, Why: "Android has no number for this format"}
				} else if fault == "swapped" {
					expect.Pixels = got.Pixels
				}
				if got != expect {
					t.Errorf("%+v, not %+v", got, expect)
				}
			}
			if control := p.Pictures[0].State == Sampled; control != (fault != "no-lock") {
				t.Errorf("%+v", p.Pictures[0])
			}
		})
	}
}

// The probe is clean to both compilers, and what they make says the same.
func TestCompilersOfTheProbe(t *testing.T) {
	mesa(t)
	for _, compiler := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(compiler); err != nil {
			t.Fatalf("%s is missing: make deps installs it", compiler)
		}
		program, err := compile(t.Context(), cacheOfTests(), []string{compiler}, "-Werror")
		if err != nil {
			t.Fatal(err)
		}
		if s := runHost(t.Context(), program, 0); s.one("egl", "version") != "1.5" || s.one("yuv:RGBA", "sampled") != "yes" {
			t.Errorf("%s: %v", compiler, s)
		}
	}
}

// The probe is taken from the cache, and a compiler that is not there is said.
func TestCompile(t *testing.T) {
	cache := t.TempDir()
	program, err := compile(t.Context(), cache, []string{"cc"})
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compile(t.Context(), cache, []string{"cc"}); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(program); err != nil || !os.SameFile(before, after) {
		t.Errorf("compiled again (%v)", err)
	}
	if files, _ := os.ReadDir(filepath.Dir(program)); len(files) != 2 {
		t.Errorf("beside the probe: %v", files)
	}
	if _, err := compile(t.Context(), cache, []string{"no-such-compiler"}); err == nil || !strings.Contains(err.Error(), "no C compiler: no-such-compiler") {
		t.Error(err)
	}
	if _, err := compile(t.Context(), cache, []string{"cc"}, "-DPROBE_H"); err == nil || !strings.Contains(err.Error(), "error: ") {
		t.Error(err)
	}
}

// Once started with --once, nothing of the probe is left; without a task it says how to call it.
func TestProbeRemovesItself(t *testing.T) {
	program, err := compile(t.Context(), cacheOfTests(), []string{"cc"})
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "probe")
	if err := os.WriteFile(copied, content, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), copied, "--once", "60", "nonsense:x").Output()
	if s := readSaid(strings.NewReader(string(out))); err != nil || s.fault("nonsense:x") != "the driver ended the program with status 2" {
		t.Errorf("%s %v", out, err)
	}
	if _, err := os.Stat(copied); err == nil {
		t.Error("it is still there")
	}
	if err := exec.CommandContext(t.Context(), program).Run(); err == nil {
		t.Error("it takes no tasks for well")
	}
}

func TestABIHere(t *testing.T) {
	if got := abiHere(runtime.GOARCH); runtime.GOARCH == "amd64" && got != "x86_64" || abiHere("pdp11") != "pdp11" {
		t.Error(got)
	}
}
