package axml

import (
	"archive/zip"
	"io/fs"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// framework is the APK with Android's attributes by name.
const framework = "/usr/share/android-framework-res/framework-res.apk"

// run runs an Android tool and returns its output.
func run(t testing.TB, tool string, args ...string) []byte {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		t.Fatalf("%v: run make deps", err)
	}
	out, err := exec.Command(path, args...).Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", tool, args, err, out)
	}
	return out
}

// compiled caches the results of compile, since several tests need the same manifest.
var compiled = map[[2]string][]byte{}

// compile compiles a manifest with aapt2 or aapt; inUTF8 is aapt2 with UTF-8 strings, as bundletool writes
// them.
func compile(t testing.TB, tool, text string) []byte {
	t.Helper()
	key := [2]string{tool, text}
	if compiled[key] == nil {
		compiled[key] = recompile(t, tool, text)
	}
	return compiled[key]
}

// manifestOf returns the manifest in an APK.
func manifestOf(t testing.TB, apk string) []byte {
	t.Helper()
	z, err := zip.OpenReader(apk)
	if err != nil {
		t.Fatalf("%v: run make deps", err)
	}
	defer z.Close()
	data, err := fs.ReadFile(z, "AndroidManifest.xml")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func recompile(t testing.TB, tool, text string) []byte {
	t.Helper()
	if tool == inUTF8 {
		return recoded(t, compile(t, "aapt2", text))
	}
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"AndroidManifest.xml": text})
	in, out := filepath.Join(dir, "AndroidManifest.xml"), filepath.Join(dir, "out.apk")
	if tool == "aapt2" {
		run(t, tool, "link", "-o", out, "--manifest", in, "-I", framework)
	} else {
		run(t, tool, "package", "-f", "-F", out, "-M", in, "-I", framework)
	}
	return manifestOf(t, out)
}

// manifest returns a manifest as text; the application has these attributes and children.
func manifest(attrs, children string) string {
	return `<manifest xmlns:android="` + Namespace + `" package="com.example.game" android:versionCode="7" android:versionName="1.2">
<uses-sdk android:minSdkVersion="26" android:targetSdkVersion="34"/>
<application android:label="Größe 🎮" ` + attrs + `>` + children + `</application></manifest>`
}

const activities = `
<activity android:name=".Other"/>
<activity android:name="Main"><intent-filter><action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>
<activity-alias android:name="org.other.Alias" android:targetActivity=".Other"/>
<meta-data android:name="unity" android:value="true"/>`

const native = `
<activity android:name=".Other"><meta-data android:name="android.app.lib_name" android:value="other"/></activity>
<activity android:name="android.app.NativeActivity"><meta-data android:name="android.app.lib_name" android:value="app"/>
<intent-filter><action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>`

const inject = `<meta-data android:name="` + InjectLayers + `" android:value="true"/>`

const inUTF8 = "aapt2, in UTF-8"

var tools = []string{"aapt", "aapt2", inUTF8}

// recoded returns the manifest with UTF-8 strings in place of UTF-16.
func recoded(t testing.TB, data []byte) []byte {
	t.Helper()
	d, err := Decode(data)
	if err != nil || d.pool.flags&flagUTF8 != 0 {
		t.Fatal("not in UTF-16:", err)
	}
	d.pool.flags |= flagUTF8
	for i, e := range d.pool.entries {
		d.pool.entries[i].raw = d.pool.encode(e.text)
	}
	return d.Encode()
}
