package axml

import (
	"bytes"
	"testing"
)

// Every accepted file can be written and read again, and an edited file has the edited values.
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
