package axml

import (
	"bytes"
	"testing"
)

// Whatever is read, can be read again after it was written, and after it was edited says what it was to say.
func FuzzDecode(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			return
		}
		out := d.Encode()
		again, err := Decode(out)
		if err != nil || !bytes.Equal(again.Encode(), out) {
			t.Fatalf("encoded, it is something else: %v", err)
		}
		if _, err := d.Manifest(); err != nil || d.tree().first("application") == nil {
			return
		}
		for _, edit := range []func() error{d.SetDebuggable, d.SetExtractNativeLibs, d.SetInjectLayers} {
			if err := edit(); err != nil {
				t.Fatal(err)
			}
		}
		m, err := ReadManifest(d.Encode())
		if err != nil || !m.Debuggable || m.ExtractNativeLibs == nil || !*m.ExtractNativeLibs || !m.InjectLayers {
			t.Fatalf("%+v, %v", m, err)
		}
	})
}
