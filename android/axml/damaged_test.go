package axml

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A manifest that is truncated anywhere, or has any byte changed, gives an error or a result. It never
// panics.
func TestDamaged(t *testing.T) {
	good := compile(t, "aapt2", manifest("", activities+inject))
	for i := range good {
		if _, err := Decode(good[:i]); !errors.As(err, new(*Damaged)) {
			t.Fatalf("cut at %d: %v", i, err)
		}
		for _, b := range []byte{0, 1, 0x7f, 0xff} {
			bad := append([]byte{}, good...)
			bad[i] ^= b
			if d, err := Decode(bad); err == nil {
				_, _ = d.Manifest()
				d.Encode()
			} else if !errors.As(err, new(*Damaged)) {
				t.Fatalf("byte %d: %v", i, err)
			}
		}
	}
}

func TestDamagedWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "the file ends inside a chunk header",
		"\n<manifest/>":                    "the file is XML text",
		"\xef\xbb\xbf<?xml":                "the file is XML text",
		"\x02\x00\x08\x00\x08\x00\x00\x00": "the first chunk has type 0x2",
		"\x03\x00\x08\x00\xf0\x00\x00\x00": "has an invalid size: 240 bytes",
		"\x03\x00\x08\x00\x08\x00\x00\x00": "the file ends inside",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Decode(make([]byte, MaxSize+1)); err == nil {
		t.Error("too large, and read")
	}
}

// table returns a string pool chunk: the offsets and the bytes of its strings.
func table(flags uint32, offsets []uint32, texts string) []byte {
	var head, body []byte
	for _, o := range offsets {
		body = le.AppendUint32(body, o)
	}
	for _, w := range []uint32{uint32(len(offsets)), 0, flags, poolHeader + uint32(len(body)), 0} {
		head = le.AppendUint32(head, w)
	}
	return appendChunk(nil, kindPool, head, append(body, texts...))
}

// Strings must not overlap: decoded, they could exceed memory. Long strings use the longer length field.
func TestPool(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, flags := range []uint32{0, flagUTF8} {
		p := pool{flags: flags}
		for _, text := range []string{"", "a", "Größe 🎮", long, strings.Repeat("y", 0x7ffe)} {
			p.find(text)
		}
		r := reader{data: p.chunk()}
		c, err := r.next()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodePool(c)
		for i := range p.slots {
			want, _ := p.text(uint32(i))
			if text, _ := got.text(uint32(i)); text != want || err != nil {
				t.Errorf("%d: %.20q, not %.20q: %v", i, text, want, err)
			}
		}
	}
	size := 0x7f00
	texts := strings.Repeat("\xff\x00\xff\x00", size/2)
	var offsets []uint32
	for i := range 256 {
		offsets = append(offsets, uint32(i))
	}
	r := reader{data: table(flagUTF8, offsets, texts)}
	c, err := r.next()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodePool(c); err == nil || !strings.Contains(err.Error(), "strings of the string pool overlap") {
		t.Error(err)
	}
}

// The package name appears in commands that users copy.
func TestPackage(t *testing.T) {
	good := compile(t, "aapt2", manifest("", ""))
	for name, ok := range map[string]bool{"com.example.game": true, "com.example;game": false, "com.example\ngame": false, "com-example.game": false, "6om.example.game": false} {
		d, err := Decode(good)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.pool.entries {
			if d.pool.entries[i].text == "com.example.game" {
				d.pool.entries[i].raw = d.pool.encode(name)
			}
		}
		if m, err := ReadManifest(d.Encode()); (err == nil) != ok || ok && m.Package != name {
			t.Errorf("%q: %+v, %v", name, m, err)
		}
	}
}

// Many elements that share one long text need no more memory than the file, and the number of names kept is
// limited.
func TestManyElements(t *testing.T) {
	for _, text := range []string{"." + strings.Repeat("x", 200<<10), ".A"} {
		d, err := Decode(compile(t, "aapt2", manifest("", `<activity android:name=".A"/>`)))
		if err != nil {
			t.Fatal(err)
		}
		d.pool.entries[d.pool.slots[d.pool.find(".A")]].text = text
		activity := d.tree().first("application").first("activity")
		one := slices.Clone(d.nodes[activity.start : activity.end+1])
		d.nodes = slices.Insert(d.nodes, activity.start, slices.Repeat(one, 20000)...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := d.Manifest()
		runtime.ReadMemStats(&after)
		if err != nil || len(m.Activities) > mostNames || (len(text) < longestName) != (len(m.Activities) > 0) {
			t.Errorf("%v, %d activities", err, len(m.Activities))
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 {
			t.Errorf("20,000 activities with a name of %d bytes took %d bytes", len(text), took)
		}
	}
}
