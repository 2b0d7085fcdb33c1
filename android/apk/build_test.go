package apk

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// linkers are the host's cross compilers by ABI. The tests do not run the layers.
var linkers = map[string]string{"x86_64": "x86_64-linux-gnu-gcc", "arm64-v8a": "aarch64-linux-gnu-gcc"}

// makeLayer links a layer that needs no library.
func makeLayer(t testing.TB, abi, name string) Layer {
	t.Helper()
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"layer.c": "void AndroidGLESLayer_Initialize(void) {}\nvoid *AndroidGLESLayer_GetProcAddress(const char *name, void *next) { (void)name; return next; }\n"})
	path := filepath.Join(dir, name)
	run(t, linkers[abi], "-shared", "-fPIC", "-nostdlib", "-Wl,-z,max-page-size=16384,-soname="+name, "-o", path, filepath.Join(dir, "layer.c"))
	layers, err := ReadLayers([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	return layers[0]
}

func findTools(t testing.TB) Tools {
	t.Helper()
	tools, err := FindTools(android.FindSDK(os.Getenv, exec.LookPath), true)
	if err != nil {
		t.Fatalf("%v: run make deps", err)
	}
	return tools
}

func debugKey(t testing.TB, tools Tools) Key {
	t.Helper()
	key, err := DebugKey(t.Context(), tools, filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// verified checks an APK with Android's own tools and returns aapt's description of it.
func verified(t testing.TB, path string) string {
	t.Helper()
	if output := run(t, "apksigner", "verify", "-v", path); strings.Contains(output, "WARNING") || !strings.Contains(output, "(APK Signature Scheme v3): true") {
		t.Error(output)
	}
	run(t, "zipalign", "-c", "-p", "4", path)
	return run(t, "aapt", "dump", "badging", path)
}

// The subtests share one key. No temporary files may remain afterward.
func TestBuildAndAdd(t *testing.T) {
	t.Chdir(t.TempDir())
	tools := findTools(t)
	key := debugKey(t, tools)
	layers := []Layer{makeLayer(t, "arm64-v8a", "libmy-Layer.so"), makeLayer(t, "x86_64", "libmy-Layer.so"), makeLayer(t, "x86_64", "libother.so")}

	made, err := Build(t.Context(), tools, BuildOptions{Layers: layers, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	if made.Path != "my_layer.apk" || made.Package != "gleslayers.my_layer" {
		t.Errorf("%+v", made)
	}
	output := verified(t, made.Path)
	for _, want := range []string{"package: name='gleslayers.my_layer'", "sdkVersion:'29'", "targetSdkVersion:'35'", "application-debuggable", "native-code: 'arm64-v8a' 'x86_64'"} {
		if !strings.Contains(output, want) {
			t.Errorf("no %s in:\n%s", want, output)
		}
	}
	if m := made.File.Manifest; m.HasCode || m.ExtractNativeLibs == nil || !*m.ExtractNativeLibs || m.MultiArch || !made.File.V2 {
		t.Errorf("%+v", m)
	}
	for _, l := range layers {
		sameAs(t, made.Path, l)
	}
	testAdd(t, tools, key, layers)
	checkFiles(t, "game-layers.apk", "my_layer.apk")
}

// sameAs checks that an APK has a layer, compressed and unchanged.
func sameAs(t testing.TB, apk string, l Layer) {
	t.Helper()
	f, c, err := Open(apk)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want, err := os.ReadFile(l.Path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.ReadAll(l.Entry(), 1<<20)
	if e, _ := f.Find(l.Entry()); err != nil || !bytes.Equal(got, want) || e.Stored {
		t.Errorf("%s: %v", l.Entry(), err)
	}
}

func checkFiles(t testing.TB, want ...string) {
	t.Helper()
	var got []string
	entries, err := os.ReadDir(".")
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("files %q, not %q", got, want)
	}
}

// The older aapt works, too.
func TestPackWithAapt(t *testing.T) {
	tools := findTools(t)
	for _, program := range []string{"aapt", "aapt2"} {
		var err error
		if tools.Aapt, err = exec.LookPath(program); err != nil {
			t.Fatalf("%v: run make deps", err)
		}
		var out bytes.Buffer
		p := newPacker(&out)
		if err = tools.packManifest(t.Context(), p, BuildOptions{Package: "a.b"}.Manifest()); err == nil {
			err = p.close()
		}
		if err != nil {
			t.Fatal(err)
		}
		f, err := read(out.Bytes())
		if err != nil || f.Manifest.Package != "a.b" || f.Manifest.HasCode || !f.Manifest.Debuggable || f.Manifest.TargetSDK != targetSDK {
			t.Errorf("%s: %+v, %v", program, f, err)
		}
	}
}

// An app has an activity without Java and allows layers as requested.
func TestPackApp(t *testing.T) {
	tools := findTools(t)
	for _, app := range []App{{}, {Debuggable: true}, {Inject: true}} {
		var out bytes.Buffer
		p := newPacker(&out)
		err := tools.packManifest(t.Context(), p, BuildOptions{Package: "a.b", App: &app}.Manifest())
		if err == nil {
			err = p.close()
		}
		if err != nil {
			t.Fatal(err)
		}
		f, err := read(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if m := f.Manifest; m.Debuggable != app.Debuggable || m.InjectLayers != app.Inject || m.HasCode || !slices.Equal(m.Activities, []string{"android.app.NativeActivity"}) {
			t.Errorf("%+v: %+v", app, m)
		}
	}
}
