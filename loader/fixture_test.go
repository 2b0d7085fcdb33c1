//go:build linux

package loader_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/loader"
)

// A fixture is the environment of the cases: the loader with a fake driver, layers A, B and C, and a program.
// All of them are controlled by their environment or arguments.
type fixture struct {
	host   *loader.Host
	app    []string // the program, after an emulator if one is needed
	driver string   // directories
	layers string
}

// fakes are the libraries of the driver.
var fakes = []struct{ name, source, who string }{
	{"libEGL.so.1", "rules/fake_egl.c", "driver"},
	{"libGLESv2.so.2", "rules/fake_gles.c", "gles"},
	{"libGLESv1_CM.so.1", "rules/fake_gles.c", "es1"},
}

// layerFiles are all built from layer.c. Layers with other names for their entry points test that they cannot
// be loaded.
var layerFiles = []struct {
	file, name, initialize, query string
	flags                         []string
}{
	{"A.so", "A", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress", nil},
	{"B.so", "B", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress", nil},
	{"old.so", "O", "InitializeLayer", "GetLayerProcAddress", nil},
	{"half.so", "H", "AndroidGLESLayer_Initialise", "AndroidGLESLayer_GetProcAddress", nil},
	{"misspelt.so", "M", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddres", nil},
	{"lazy.so", "Z", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress", []string{"-DUNRESOLVED", "-Wl,-z,lazy"}},
	{"linked.so", "L", "AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress", []string{"-DLINKED"}},
}

var (
	onceStage sync.Once
	theStage  *fixture
)

// theFixture returns the fixture, which is built once for all tests.
func theFixture(t *testing.T) *fixture {
	t.Helper()
	onceStage.Do(func() { theStage = buildFixture(t, "cc") })
	if theStage == nil {
		t.Fatal("the fixture could not be built")
	}
	return theStage
}

// buildFixture builds everything with a compiler, maybe for another architecture, which needs an emulator.
func buildFixture(t *testing.T, cc string, emulator ...string) *fixture {
	t.Helper()
	dir, err := os.MkdirTemp(loader.Scratch(), "stage-")
	if err != nil {
		t.Fatal(err)
	}
	s := &fixture{driver: filepath.Join(dir, "driver"), layers: filepath.Join(dir, "layers")}
	for _, dir := range []string{s.driver, s.layers} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.buildDriver(t, cc)
	s.buildLayers(t, cc)
	s.app = append(emulator, compile(t, cc, "rules/app.c", filepath.Join(dir, "app"), "-pthread"))
	return s
}

func (s *fixture) buildDriver(t *testing.T, cc string) {
	t.Helper()
	var paths []string
	for _, f := range fakes {
		paths = append(paths, compile(t, cc, f.source, filepath.Join(s.driver, f.name), "-fPIC", "-shared",
			"-Wl,-soname,"+f.name, `-DFAKE="`+f.who+`"`))
	}
	ctx, cancel := buildContext()
	defer cancel()
	var err error
	s.host, err = loader.Prepare(ctx, loader.Options{
		Cache: filepath.Join(loader.Scratch(), "test-"+cc), CC: []string{cc, "-Werror"}, Test: true,
		Driver: &loader.Driver{EGL: paths[0], GLES: paths[1], ES1: paths[2]},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *fixture) buildLayers(t *testing.T, cc string) {
	t.Helper()
	for _, l := range layerFiles {
		flags := append([]string{"-fPIC", "-shared", "-pthread", `-DNAME="` + l.name + `"`, "-DINITIALIZE=" + l.initialize,
			"-DGET_PROC_ADDRESS=" + l.query}, l.flags...)
		if l.file == "linked.so" {
			flags = append(flags, filepath.Join(s.host.Dir, "libEGL.so.1"))
		}
		compile(t, cc, "rules/layer.c", filepath.Join(s.layers, l.file), flags...)
	}
}

func buildContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 10*time.Minute)
}
