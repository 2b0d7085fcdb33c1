package axml

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/filetest"
)

// framework has the attributes of Android, by their names.
const framework = "/usr/share/android-framework-res/framework-res.apk"

// run runs a tool of Android's, and gives what it prints.
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

// compiled is what compile made already: several tests want the same.
var compiled = map[[2]string][]byte{}

// compile makes a manifest binary with aapt2 or aapt; inUTF8 is aapt2 with strings as bundletool has them.
func compile(t testing.TB, tool, text string) []byte {
	t.Helper()
	key := [2]string{tool, text}
	if compiled[key] == nil {
		compiled[key] = compileAnew(t, tool, text)
	}
	return compiled[key]
}

func compileAnew(t testing.TB, tool, text string) []byte {
	t.Helper()
	if tool == inUTF8 {
		return recoded(t, compile(t, "aapt2", text))
	}
	dir := t.TempDir()
	filetest.Write(t, dir, map[string]string{"AndroidManifest.xml": text})
	in, out := filepath.Join(dir, "AndroidManifest.xml"), filepath.Join(dir, "out.apk")
	if tool == "aapt2" {
		run(t, tool, "link", "-o", out, "--manifest", in, "-I", framework)
	} else {
		run(t, tool, "package", "-f", "-F", out, "-M", in, "-I", framework)
	}
	return run(t, "unzip", "-p", out, "AndroidManifest.xml")
}

// manifest is a text with some attributes and children of its application.
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

const inject = `<meta-data android:name="` + InjectLayers + `" android:value="true"/>`

const inUTF8 = "aapt2, in UTF-8"

var tools = []string{"aapt", "aapt2", inUTF8}

// recoded has its strings in UTF-8 in place of UTF-16.
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

func TestManifest(t *testing.T) {
	no := false
	plain := Manifest{Package: "com.example.game", VersionCode: 7, VersionName: "1.2", MinSDK: 26, TargetSDK: 34, HasCode: true}
	for _, c := range []struct {
		attrs, children string
		want            func(m *Manifest)
	}{
		{"", "", func(*Manifest) {}},
		{"", activities, func(m *Manifest) {
			m.Activities = []string{"com.example.game.Main", "com.example.game.Other", "org.other.Alias"}
		}},
		{`android:debuggable="true"`, "", func(m *Manifest) { m.Debuggable = true }},
		{`debuggable="true"`, "", func(*Manifest) {}}, // not Android's
		{`android:debuggable="@*android:bool/config_sms_capable"`, "", func(*Manifest) {}},
		{`android:extractNativeLibs="false" android:hasCode="false" android:testOnly="true" android:multiArch="true" android:useEmbeddedDex="true"`, "", func(m *Manifest) {
			m.ExtractNativeLibs, m.HasCode, m.TestOnly, m.MultiArch, m.UseEmbeddedDex = &no, false, true, true, true
		}},
		{"", inject, func(m *Manifest) { m.InjectLayers = true }},
		{"", strings.Replace(inject, `"true"`, `"false"`, 1), func(*Manifest) {}},
		{"", inject + strings.Replace(inject, `"true"`, `"false"`, 1), func(*Manifest) {}},
		{"", strings.Replace(inject, `"true"`, `"1"`, 1), func(*Manifest) {}}, // a number, not a truth value
		{"", `<activity android:name=".A">` + inject + `</activity>`, func(m *Manifest) { m.Activities = []string{"com.example.game.A"} }},
		{"", `<profileable android:shell="true"/>`, func(m *Manifest) { m.ProfileableByShell = true }},
		{"", `<meta-data android:name="com.android.vending.splits.required" android:value="true"/>`, func(m *Manifest) { m.SplitsRequired = true }},
	} {
		for _, tool := range tools {
			want := plain
			c.want(&want)
			got, err := ReadManifest(compile(t, tool, manifest(c.attrs, c.children)))
			if err != nil {
				t.Errorf("%s %s: %v", c.attrs, c.children, err)
			} else if !reflect.DeepEqual(*got, want) {
				t.Errorf("%s, by %s:\n%+v\n%+v", c.attrs+c.children, tool, *got, want)
			}
		}
	}
}

// A large manifest of Android's own.
func TestFramework(t *testing.T) {
	data := run(t, "unzip", "-p", framework, "AndroidManifest.xml")
	m, err := ReadManifest(data)
	if err != nil || m.Package != "android" || m.TargetSDK != 29 || len(m.Activities) < 10 {
		t.Errorf("%+v, %v", m, err)
	}
	sameBytes(t, data)
}

// sameBytes wants a file that was only read to stay as it is.
func sameBytes(t *testing.T, data []byte) {
	t.Helper()
	d, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(d.Encode(), data) {
		t.Errorf("%d bytes became others: %d", len(data), len(d.Encode()))
	}
}

// What was set is there for us and for aapt2, and nothing else has changed: it is what the compiler makes of it.
func TestEdit(t *testing.T) {
	for _, c := range []struct {
		name                  string
		attrs, children       string
		edit                  func(d *Document) error
		newAttrs, newChildren string
	}{
		{"debuggable", "", activities, (*Document).SetDebuggable, `android:debuggable="true"`, activities},
		{"no longer false", `android:debuggable="false"`, "", (*Document).SetDebuggable, `android:debuggable="true"`, ""},
		{"no longer a resource", `android:debuggable="@*android:bool/config_sms_capable"`, "", (*Document).SetDebuggable, `android:debuggable="true"`, ""},
		{"extract", `android:debuggable="false" android:extractNativeLibs="false"`, activities, (*Document).SetExtractNativeLibs, `android:debuggable="false" android:extractNativeLibs="true"`, activities},
		{"inject", `android:multiArch="true"`, activities, (*Document).SetInjectLayers, `android:multiArch="true"`, activities + inject},
		{"inject in nothing", "", "", (*Document).SetInjectLayers, "", inject},
		{"inject again", "", strings.Replace(inject, `"true"`, `"@*android:bool/config_sms_capable"`, 1) + activities, (*Document).SetInjectLayers, "", inject + activities},
		{"inject, not a resource", "", strings.Replace(inject, "android:value=\"true\"", "android:resource=\"@android:string/ok\"", 1), (*Document).SetInjectLayers, "", inject},
	} {
		for _, tool := range tools {
			before, after := compile(t, tool, manifest(c.attrs, c.children)), compile(t, tool, manifest(c.newAttrs, c.newChildren))
			sameBytes(t, before)
			d, err := Decode(before)
			if err == nil {
				err = c.edit(d)
			}
			if err != nil {
				t.Fatal(c.name, err)
			}
			if got, want := dump(t, d.Encode()), dump(t, after); got != want {
				t.Errorf("%s, by %s:\n%s\nnot\n%s", c.name, tool, got, want)
			}
			again, err := Decode(d.Encode())
			if err == nil {
				err = c.edit(again)
			}
			if err != nil || !bytes.Equal(again.Encode(), d.Encode()) {
				t.Errorf("%s twice: %v", c.name, err)
			}
		}
	}
}

// dump is what aapt reads, without lines of the source and without what attributes looked like there.
func dump(t *testing.T, data []byte) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "AndroidManifest.xml")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	apk := filepath.Join(dir, "a.apk")
	run(t, "zip", "-qj", apk, path)
	text := string(run(t, "aapt", "dump", "xmltree", apk, "AndroidManifest.xml"))
	var out strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), " (line=")
		line, _, _ = strings.Cut(line, " (Raw: ")
		out.WriteString(line + "\n")
	}
	return out.String()
}
