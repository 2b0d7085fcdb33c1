package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/toolchain"
)

const smallLayer = `
__attribute__((visibility("default"))) void AndroidGLESLayer_Initialize(void *id, void *get_next) { (void)id, (void)get_next; }
__attribute__((visibility("default"))) void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) { (void)name; return next; }
`

// builtLayers returns small layers for all ABIs, as clang builds them.
func builtLayers(t *testing.T) (files []file) {
	t.Helper()
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "layer.c")
	exports := filepath.Join(dir, "exports")
	for name, text := range map[string]string{source: smallLayer, exports: "{ global: AndroidGLESLayer_*; local: *; };\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, abi := range android.ABIs() {
		target, err := toolchain.Target(t.Context(), abi)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"recorder/ABI/libgltrace.so", "modules/ABI/libglmodules.so"} {
			to := filepath.Join(dir, abi.Name+filepath.Base(name))
			args := append(slices.Clone(target.CC()), "-shared", "-fPIC", "-fvisibility=hidden", "-s", "-Wl,--version-script="+exports, "-Wl,-soname,"+filepath.Base(name),
				"-Wl,--build-id=sha1", "-Wl,-z,max-page-size=16384", "-Wl,-z,nodelete", "-o", to, source)
			output(t, args[0], args[1:]...)
			content, err := os.ReadFile(to)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file{strings.ReplaceAll(name, "ABI", abi.Name), 0o644, content})
		}
	}
	return files
}

// TestAPK checks the package of layers with the check command's rules, aapt2 and apksigner: without a key, and signed with one.
func TestAPK(t *testing.T) {
	shared := builtLayers(t)
	r, _, _ := newRelease(t)
	store := filepath.Join(t.TempDir(), "key.p12")
	output(t, "keytool", "-genkeypair", "-keystore", store, "-storetype", "PKCS12", "-alias", "a", "-storepass", "secret1", "-keypass", "secret1",
		"-keyalg", "RSA", "-keysize", "2048", "-validity", "10950", "-dname", "CN=test")
	t.Setenv(apkPassword, "secret1")
	for _, c := range []struct{ store, name string }{{"", "gleslayers-1.2.3-unsigned.apk"}, {store, "gleslayers-1.2.3.apk"}} {
		r.apkKey = apk.Key{Store: c.store}
		if err := r.findAPKTools(); err != nil {
			t.Fatal(err)
		}
		var made [2][]byte
		for i := range made {
			name, content, err := r.apk(shared)()
			if err != nil || name != c.name {
				t.Fatalf("%s: %v", name, err)
			}
			made[i] = content
		}
		if !bytes.Equal(made[0], made[1]) {
			t.Errorf("%s: two packages of the same layers differ", c.name)
		}
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, made[0], 0o644); err != nil {
			t.Fatal(err)
		}
		verify := exec.Command(r.apkTools.Apksigner, "verify", path)
		if out, err := verify.CombinedOutput(); (err == nil) != (c.store != "") {
			t.Errorf("%s: apksigner verify: %v\n%s", c.name, err, out)
		}
		checkAPK(t, r, path, shared)
	}
	r.apkKey = apk.Key{Store: store + "x"}
	if err := r.findAPKTools(); err == nil || !strings.Contains(err.Error(), "-apk-key") {
		t.Errorf("a missing keystore: %v", err)
	}
}

// checkAPK checks what Android reads from the package.
func checkAPK(t *testing.T, r *release, path string, shared []file) {
	t.Helper()
	text := output(t, r.apkTools.Aapt, "dump", "badging", path)
	for _, want := range []string{"name='" + layerPackage + "'", "versionName='1.2.3'", "application-debuggable", "'arm64-v8a'", "'armeabi-v7a'", "'x86'", "'x86_64'"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	f, c, err := apk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	entries := map[string]bool{}
	for _, e := range f.Entries {
		if strings.HasPrefix(e.Name, "lib/") {
			entries[e.Name] = true
		}
	}
	want := map[string]bool{}
	for _, f := range shared {
		parts := strings.Split(f.name, "/")
		want["lib/"+parts[1]+"/"+parts[2]] = true
	}
	if !maps.Equal(entries, want) {
		t.Errorf("layers %v, want %v", slices.Sorted(maps.Keys(entries)), slices.Sorted(maps.Keys(want)))
	}
	found, err := check.Path(t.Context(), path, check.Options{})
	var ids []string
	for _, f := range found {
		ids = append(ids, f.ID)
	}
	var missing []string
	if r.apkKey.Store == "" {
		missing = []string{"signature"}
	}
	if err != nil || !slices.Equal(ids, missing) {
		t.Errorf("check: %v, %v", found, err)
	}
}
