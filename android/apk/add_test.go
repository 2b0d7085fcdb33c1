package apk

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testAdd adds layers to an app whose library is mapped from the APK, and which has a v1 signature, too.
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
	if output := verified(t, made.Path); !strings.Contains(output, "application-debuggable") || !strings.Contains(output, "native-code: 'x86_64'") {
		t.Error(output)
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

// sameEntries checks that all entries of an app are in another APK, with the same compressed bytes.
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

// testAddBad checks that a failed Add leaves no file behind.
func testAddBad(t *testing.T, tools Tools, key Key, app string, layers []Layer) {
	split := compile(t, strings.Replace(manifest("29", "", ""), " package=", ` split="config.arm64_v8a" package=`, 1))
	base := compile(t, manifest("29", "", `<meta-data android:name="com.android.vending.splits.required" android:value="true"/>`))
	required := compile(t, strings.Replace(manifest("29", "", ""), " package=", ` android:isSplitRequired="true" package=`, 1))
	old := filepath.Join(t.TempDir(), "old.apk")
	if err := os.WriteFile(old, archive(t, compile(t, manifest("21", "", "")), content{"lib/armeabi/libgame.so", "old", false}, content{"lib/$(x)/libgame.so", "", false}), 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := key
	wrong.Password, wrong.Secret = "stdin", "wrong"
	t.Chdir(t.TempDir())
	for name, c := range map[string]struct {
		o    AddOptions
		want string
	}{
		"split":        {AddOptions{App: split, Layers: layers, Key: key}, `the file is the split APK "config.arm64_v8a" of com.example.game, not the whole app`},
		"base":         {AddOptions{App: base, Layers: layers, Key: key}, "com.example.game consists of several APKs"},
		"required":     {AddOptions{App: required, Layers: layers, Key: key}, "com.example.game consists of several APKs"},
		"no ABI":       {AddOptions{App: app, Layers: layers[:1], Key: key}, "the app has libraries for x86_64, but the layers are built for arm64-v8a"},
		"old ABI":      {AddOptions{App: old, Layers: layers, Key: key}, "the app has libraries for armeabi, but"},
		"there":        {AddOptions{App: app, Layers: []Layer{{Path: layers[1].Path, Name: "libgame.so", Object: layers[1].Object}}, Key: key}, "the app already contains lib/x86_64/libgame.so"},
		"itself":       {AddOptions{App: app, Layers: layers, Key: key, Out: app}, "the output file is also an input file"},
		"folder":       {AddOptions{App: app, Layers: layers, Key: key, Out: "."}, "the output path exists and is not a regular file"},
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
	checkFiles(t)
}
