package file

import (
	"bytes"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// A PayloadReader reads the same content as the File: of small payloads, and of large ones, which share its memory.
func TestPayloadReader(t *testing.T) {
	raw, moving := matrices(300), movingVertices(300)
	once, _ := packed(t, raw)
	small, _ := packed(t, moving)
	for name, data := range map[string][]byte{"raw": raw, "compressed": once, "similar": moving, "differences": small} {
		f := read(t, data)
		r, reads := read(t, data).NewPayloadReader(), 0
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range c.Args {
				if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA {
					continue
				}
				want, err := f.Payload(v.Data.Payloads)
				if err != nil {
					t.Fatal(err)
				}
				pieces, err := r.Payloads(v.Data.Payloads)
				if err != nil || !bytes.Equal(slices.Concat(pieces...), want) {
					t.Fatalf("%s: call %d: %v", name, c.Index, err)
				}
				reads++
			}
		}
		if reads < 300 {
			t.Errorf("%s: %d reads", name, reads)
		}
		if _, err := r.Payloads([]uint64{1 << 40}); err == nil {
			t.Errorf("%s: read a payload that is missing", name)
		}
	}
}
