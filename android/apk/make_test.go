package apk

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/filetest"
)

// linkers make a layer for an ABI on this machine; nothing runs it here.
var linkers = map[string]string{"x86_64": "x86_64-linux-gnu-gcc", "arm64-v8a": "aarch64-linux-gnu-gcc"}

// makeLayer links a layer that needs no library.
func makeLayer(t testing.TB, abi, name string) Layer {
	t.Helper()
	dir := t.TempDir()
	filetest.Write(t, dir, map[string]string{"layer.c": "void AndroidGLESLayer_Initialize(void) {}\nvoid *AndroidGLESLayer_GetProcAddress(const char *name, void *next) { (void)name; return next; }\n"})
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

// verified wants an APK to please Android's own tools, and gives what aapt says of it.
func verified(t testing.TB, path string) string {
	t.Helper()
	if said := run(t, "apksigner", "verify", "-v", path); strings.Contains(said, "WARNING") || !strings.Contains(said, "(APK Signature Scheme v3): true") {
		t.Error(said)
	}
	run(t, "zipalign", "-c", "-p", "4", path)
	return run(t, "aapt", "dump", "badging", path)
}

// All that is made with one key, and what is there afterwards: nothing that was begun.
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
	said := verified(t, made.Path)
	for _, want := range []string{"package: name='gleslayers.my_layer'", "sdkVersion:'29'", "targetSdkVersion:'35'", "application-debuggable", "native-code: 'arm64-v8a' 'x86_64'"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %s in:\n%s", want, said)
		}
	}
	if m := made.File.Manifest; m.HasCode || m.ExtractNativeLibs == nil || !*m.ExtractNativeLibs || m.MultiArch || !made.File.V2 {
		t.Errorf("%+v", m)
	}
	for _, l := range layers {
		sameAs(t, made.Path, l)
	}
	testAdd(t, tools, key, layers)
	wantFiles(t, "game-layers.apk", "my_layer.apk")
}

// sameAs wants a layer in an APK, compressed, as it is.
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

func wantFiles(t testing.TB, want ...string) {
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

// testAdd adds layers to an app whose library is mapped from the APK, and is signed in the old manner too.
func testAdd(t *testing.T, tools Tools, key Key, layers []Layer) {
	library := strings.Repeat("library", 3000)
	app := filepath.Join(t.TempDir(), "game.apk")
	contents := []content{{"lib/x86_64/libgame.so", library, true}, {"assets/a.txt", strings.Repeat("text ", 100), false}, {"assets/b.bin", "stored", true},
		{"kotlin/x", "kept", false}}
	data := archive(t, compile(t, manifest("21", `android:extractNativeLibs="false"`, "")), contents...)
	unsigned := filepath.Join(t.TempDir(), "unsigned.apk")
	if err := os.WriteFile(unsigned, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tools.sign(t.Context(), key, unsigned, app); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(app)
	if err != nil {
		t.Fatal(err)
	}
	made, err := Add(t.Context(), tools, AddOptions{App: app, Layers: layers, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	if len(made.LeftOut) != 1 || made.LeftOut[0].Object.ABI != "arm64-v8a" || len(made.Layers) != 2 || made.Without != nil || made.Path != "game-layers.apk" {
		t.Errorf("%+v", made)
	}
	if said := verified(t, made.Path); !strings.Contains(said, "application-debuggable") || !strings.Contains(said, "native-code: 'x86_64'") {
		t.Error(said)
	}
	if m := made.File.Manifest; !m.Debuggable || m.InjectLayers || !m.Extracts() || !made.File.V1 {
		t.Errorf("%+v", made.File)
	}
	run(t, "zipalign", "-c", "4", made.Path)
	sameEntries(t, app, made.Path)
	if after, err := os.ReadFile(app); err != nil || !bytes.Equal(after, before) {
		t.Error("the app itself has changed", err)
	}
	t.Run("bad", func(t *testing.T) { testAddBad(t, tools, key, app, layers) })
}

// sameEntries wants all of an app in another, byte for byte as it is compressed there.
func sameEntries(t *testing.T, app, other string) {
	t.Helper()
	a, c, err := Open(app)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b, c, err := Open(other)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, e := range a.Entries {
		if isSignature(e.Name) || e.Name == ManifestName {
			continue
		}
		got, ok := b.Find(e.Name)
		if !ok || got.Stored != e.Stored || !bytes.Equal(rawBytes(t, a, e), rawBytes(t, b, got)) {
			t.Errorf("%s: %+v", e.Name, got)
		}
		if e.Stored && got.Offset%alignment(e.Name) != 0 {
			t.Errorf("%s begins at %d", e.Name, got.Offset)
		}
	}
}

func rawBytes(t *testing.T, f *File, e Entry) []byte {
	t.Helper()
	data := make([]byte, e.Compressed)
	if _, err := f.Raw(e).ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	return data
}

// testAddBad leaves no file behind.
func testAddBad(t *testing.T, tools Tools, key Key, app string, layers []Layer) {
	split := compile(t, strings.Replace(manifest("29", "", ""), " package=", ` split="config.arm64_v8a" package=`, 1))
	base := compile(t, manifest("29", "", `<meta-data android:name="com.android.vending.splits.required" android:value="true"/>`))
	wrong := key
	wrong.Password, wrong.Secret = "stdin", "wrong"
	t.Chdir(t.TempDir())
	for name, c := range map[string]struct {
		o    AddOptions
		want string
	}{
		"split":        {AddOptions{App: split, Layers: layers, Key: key}, `it is the split "config.arm64_v8a" of com.example.game, not the app`},
		"base":         {AddOptions{App: base, Layers: layers, Key: key}, "com.example.game comes in several APKs"},
		"no ABI":       {AddOptions{App: app, Layers: layers[:1], Key: key}, "it has libraries for x86_64, and the layers are for arm64-v8a"},
		"there":        {AddOptions{App: app, Layers: []Layer{{Path: layers[1].Path, Name: "libgame.so", Object: layers[1].Object}}, Key: key}, "it has a lib/x86_64/libgame.so already"},
		"itself":       {AddOptions{App: app, Layers: layers, Key: key, Out: app}, "it is what is read"},
		"folder":       {AddOptions{App: app, Layers: layers, Key: key, Out: "."}, "there is something else than a plain file"},
		"no folder":    {AddOptions{App: app, Layers: layers, Key: key, Out: "no/out.apk"}, "cannot write"},
		"password":     {AddOptions{App: app, Layers: layers, Key: wrong}, "apksigner: "},
		"not there":    {AddOptions{App: "none.apk", Layers: layers, Key: key}, "none.apk"},
		"layer's gone": {AddOptions{App: app, Layers: []Layer{{Path: "gone", Name: "libgone.so", Object: layers[1].Object}}, Key: key}, "gone"},
	} {
		_, err := Add(t.Context(), tools, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantFiles(t)
}

func TestReadLayersBad(t *testing.T) {
	good := makeLayer(t, "x86_64", "liba.so").Path
	dir := t.TempDir()
	filetest.Write(t, dir, map[string]string{"layer.so": "", "libtext.so": "text", "lib a.so": ""})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{in("layer.so")}, "Android extracts only lib*.so"},
		{[]string{in("lib a.so")}, "Android extracts only lib*.so"},
		{[]string{in("libtext.so")}, in("libtext.so") + ": "},
		{[]string{in("libnone.so")}, in("libnone.so") + ": no such file"},
		{[]string{good, good}, "is liba.so for x86_64, too"},
	} {
		if _, err := ReadLayers(c.paths); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.paths, err)
		}
	}
}

// Several that start at once make one key, which only its user can read.
func TestDebugKey(t *testing.T) {
	tools, dir := findTools(t), filepath.Join(t.TempDir(), "deep", "keys")
	errs := make(chan error)
	for range 4 {
		go func() {
			_, err := DebugKey(t.Context(), tools, dir)
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for path, want := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, filepath.Join(dir, debugStore): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	t.Chdir(dir)
	wantFiles(t, debugStore)
}

func TestUserKey(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, dir, map[string]string{"store": "", "password": "secret"})
	store, file := filepath.Join(dir, "store"), "file:"+filepath.Join(dir, "password")
	t.Setenv("HAS_IT", "secret")
	prompt := func(string) (string, error) { return "asked", nil }
	for _, c := range []struct{ store, password, want string }{
		{store, "env:HAS_IT", ""}, {store, file, ""}, {store, "prompt", ""},
		{store, "env:HAS_NOT", "--keystore-password env:HAS_NOT: the variable is not set"},
		{store, "file:none", "--keystore-password file:none: no such file"},
		{store, "secret", "--keystore-password: it says not where"},
		{store, "pass:secret", "--keystore-password: it says not where"},
		{"none", "env:HAS_IT", "--keystore none: no such file"},
	} {
		key, err := UserKey(c.store, "a", c.password, prompt)
		var wrong *Error
		switch {
		case c.want == "" && err == nil:
			if c.password == "prompt" && (key.Password != "stdin" || key.Secret != "asked") {
				t.Errorf("%+v", key)
			}
		case c.want == "" || !errors.As(err, &wrong) || wrong.ExitCode() != 2 || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error()+wrong.Hint(), "secret"):
			t.Errorf("%s: %v", c.password, err)
		}
	}
}
