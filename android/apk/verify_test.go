package apk

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// An entry whose data does not have the stated size or checksum, and a name that leads out of the APK, are found.
func TestVerifyEntries(t *testing.T) {
	name := "assets/level.bin"
	good := archive(t, compile(t, manifest("29", "", "")), content{name, strings.Repeat("level", 100), false})
	f, err := read(good)
	if err != nil || f.Verify() != nil || f.VerifyHeaders() != nil {
		t.Fatal(err, f.Verify(), f.VerifyHeaders())
	}
	// The last central directory header is that of the added entry: checksum at 16, uncompressed size at 24.
	header := bytes.LastIndex(good, []byte("PK\x01\x02"))
	for at, want := range map[int]string{16: "checksum", 24: name + " does not have the "} {
		for _, change := range []byte{1, 0xff} {
			bad := bytes.Clone(good)
			bad[header+at] += change
			f, err := read(bad)
			if err != nil {
				t.Fatal(err)
			}
			var damaged *Damaged
			if err := f.Verify(); !errors.As(err, &damaged) || !strings.Contains(damaged.Why, want) {
				t.Errorf("byte %d: %v", at, err)
			}
			if err := f.VerifyHeaders(); !errors.As(err, &damaged) || !strings.Contains(damaged.Why, name+" has other sizes") {
				t.Errorf("byte %d: %v", at, err)
			}
		}
	}
	for _, name := range []string{"../x", "assets/../../x", `a\..\x`, "/etc/x", "..", `\x`} {
		if _, err := read(archive(t, compile(t, manifest("29", "", "")), content{name, "x", false})); err == nil || !strings.Contains(err.Error(), "leads out of the APK") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"..x", "a/x..", "a/.../b", "a b"} {
		if _, err := read(archive(t, compile(t, manifest("29", "", "")), content{name, "x", false})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
