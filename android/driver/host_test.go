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

	"github.com/gleslayergen/gleslayergen/registry"
)

func command(t testing.TB, line ...string) {
	t.Helper()
	if _, err := exec.LookPath(line[0]); err != nil {
		t.Fatalf("%s is missing: make deps installs it", line[0])
	}
	if out, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(line, " "), err, out)
	}
}

// mesa selects Mesa's software EGL without a window system.
func mesa(t *testing.T) {
	t.Setenv("EGL_PLATFORM", "surfaceless")
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
}

// scratch returns a directory that all tests share.
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

// faulty puts an EGL with a fault before the machine's own; android adds Android's buffers.
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

// here queries the EGL of this machine, and returns the first process of the report.
func here(t *testing.T, contexts int) (*Report, Process) {
	t.Helper()
	r, err := Host(t.Context(), Options{Cache: cacheOfTests(), Contexts: contexts, Registry: registry.Builtin()})
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Processes[0]
}

// Mesa's software driver meets every requirement that applies to a desktop.
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
	for _, c := range p.Pictures[1:] { // each is sampled or has a reason why it cannot be tested, and the reason is not the probe's fault
		if c.State == Impossible && c.Why == "" || c.State == Sampled && c.Pixels == "" || c.State == Refused {
			t.Errorf("%+v", c)
		}
	}
	if c := p.Contexts; c.Made != 8 || c.Limit != "" || c.PerContext < 50 || c.Fault != "" || c.OpenFiles != 0 {
		t.Errorf("contexts %+v", c)
	}
	if other := r.Processes[1]; other.EGL == nil && other.Missing == "" {
		t.Errorf("32 bits: %+v", other)
	}
}

func TestABIHere(t *testing.T) {
	if got := hostABI(runtime.GOARCH); runtime.GOARCH == "amd64" && got != "x86_64" || hostABI("pdp11") != "pdp11" {
		t.Error(got)
	}
}
