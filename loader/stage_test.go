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

// A stage is what the cases play on: the loader over a fake driver, layers A, B and C, and a program. All do what their
// environment or their arguments say.
type stage struct {
	host   *loader.Host
	app    []string // the program, behind an emulator if it takes one
	driver string   // folders
	layers string
}

// fakes are the libraries of the driver.
var fakes = []struct{ name, source, who string }{
	{"libEGL.so.1", "rules/fake_egl.c", "driver"},
	{"libGLESv2.so.2", "rules/fake_gles.c", "gles"},
	{"libGLESv1_CM.so.1", "rules/fake_gles.c", "es1"},
}

// layerFiles are all built from layer.c. A layer of another name than its entry points' proper ones cannot load; that is
// what it is for.
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
	theStage  *stage
)

// play returns the stage, which is set up once for all tests.
func play(t *testing.T) *stage {
	t.Helper()
	onceStage.Do(func() { theStage = setStage(t, "cc") })
	if theStage == nil {
		t.Fatal("the stage could not be set")
	}
	return theStage
}

// setStage builds all with a compiler. What it builds may be for another kind of machine, and take an emulator.
func setStage(t *testing.T, cc string, emulator ...string) *stage {
	t.Helper()
	dir, err := os.MkdirTemp(loader.Scratch(), "stage-")
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{driver: filepath.Join(dir, "driver"), layers: filepath.Join(dir, "layers")}
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

func (s *stage) buildDriver(t *testing.T, cc string) {
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

func (s *stage) buildLayers(t *testing.T, cc string) {
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
	return context.WithTimeout(context.Background(), 5*time.Minute)
}
