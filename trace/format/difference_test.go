package format

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// noise returns random content of a size.
func noise(r *rand.Rand, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// A difference has the words that changed, and gives the content back.
func TestDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{4, 28, 32, 36, 4096, MaxPayload} {
		base := noise(r, size)
		content := bytes.Clone(base)
		for i := 0; i < size/4; i += 3 {
			content[4*i+i%4]++
		}
		d := Difference{ID: 7, Base: 5}
		if like := d.compare(base, content); like != (size > 4) || len(d.Words) != 4*((size/4+2)/3) {
			t.Errorf("%d bytes: %v, %d bytes changed", size, like, len(d.Words))
		}
		m := &tracepb.Difference{}
		if err := proto.Unmarshal(d.Append(nil), m); err != nil || m.Id != 7 || m.Base != 5 || !bytes.Equal(m.Changed, d.Changed) || !bytes.Equal(m.Words, d.Words) {
			t.Fatalf("%v, %v", m, err)
		}
		parsed, err := ParseDifference(d.Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := parsed.Apply(base, []byte("before ")); err != nil || !bytes.Equal(got, append([]byte("before "), content...)) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// What does not match the content that it changes is an error.
func TestWrongDifference(t *testing.T) {
	base := make([]byte, 40) // ten words: two bytes of bits
	for name, d := range map[string]Difference{
		"too few bits":    {Changed: []byte{0}},
		"too many bits":   {Changed: []byte{0, 0, 0}},
		"missing words":   {Changed: []byte{3, 0}, Words: make([]byte, 4)},
		"too many words":  {Changed: []byte{1, 0}, Words: make([]byte, 8)},
		"a part":          {Changed: []byte{1, 0}, Words: make([]byte, 5)},
		"bits at the end": {Changed: []byte{0, 4}, Words: make([]byte, 4)},
	} {
		if _, err := d.Apply(base, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := (&Difference{Changed: []byte{0, 0}}).Apply(base[:39], nil); err == nil {
		t.Error("a part of a word: no error")
	}
	for name, m := range map[string]*tracepb.Difference{
		"no ID":     {Base: 1},
		"no base":   {Id: 1},
		"same":      {Id: 1, Base: 1},
		"large":     {Id: 2, Base: 1, Changed: make([]byte, MaxPayload/32+1)},
		"too large": {Id: 2, Base: 1, Words: make([]byte, MaxPayload+1)},
	} {
		body, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseDifference(body); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Of any data, the content has the size of the payload that it changes, or there is an error.
func FuzzDifference(f *testing.F) {
	f.Add((&Difference{ID: 2, Base: 1, Changed: []byte{5}, Words: make([]byte, 8)}).Append(nil), make([]byte, 32))
	f.Add((&Difference{ID: 2, Base: 1, Changed: []byte{1, 1}, Words: make([]byte, 8)}).Append(nil), make([]byte, 36))
	f.Fuzz(func(t *testing.T, body, base []byte) {
		d, err := ParseDifference(body)
		if err != nil {
			return
		}
		content, err := d.Apply(base, nil)
		if err != nil {
			return
		}
		if len(content) != len(base) {
			t.Fatalf("%d bytes, the other payload has %d", len(content), len(base))
		}
		again := Difference{ID: d.ID, Base: d.Base}
		again.compare(base, content)
		if other, err := again.Apply(base, nil); err != nil || !bytes.Equal(other, content) {
			t.Fatal(err)
		}
	})
}
