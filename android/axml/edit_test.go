package axml

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// After an edit, this package and aapt2 read the new values, and nothing else has changed: the result equals
// what the compiler creates.
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

// dump returns aapt's dump of a manifest, without source lines and raw attribute values.
func dump(t *testing.T, data []byte) string {
	t.Helper()
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create("AndroidManifest.xml")
	if err == nil {
		_, err = w.Write(data)
	}
	apk := filepath.Join(t.TempDir(), "a.apk")
	if err = errors.Join(err, z.Close()); err == nil {
		err = os.WriteFile(apk, packed.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	text := string(run(t, "aapt", "dump", "xmltree", apk, "AndroidManifest.xml"))
	var out strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), " (line=")
		line, _, _ = strings.Cut(line, " (Raw: ")
		out.WriteString(line + "\n")
	}
	return out.String()
}
