package format

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// FuzzReader reads any data: each chunk has the reported position and size, and reads the same with ReadAt;
// reading ends.
func FuzzReader(f *testing.F) {
	for _, packing := range []Packing{Unpacked, Quick} {
		data, begins := written(f, packing, some...)
		f.Add(data)
		f.Add(data[:begins[2]-1])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(bytes.NewReader(data))
		for last := int64(0); ; last = r.End() {
			c, err := r.Next()
			var damaged *Damaged
			if errors.As(err, &damaged) && damaged.Size > 0 {
				if damaged.Offset < last {
					t.Fatalf("error %v after byte %d", err, last)
				}
				continue
			}
			if err != nil {
				if damaged == nil && err != io.EOF && err != ErrCut && err != ErrMagic && err != errVersion {
					t.Fatal(err)
				}
				return
			}
			if r.Offset() < last || r.End() > int64(len(data)) || len(c.Body) > MaxBody {
				t.Fatalf("%d to %d, behind %d, of %d", r.Offset(), r.End(), last, len(data))
			}
			again, err := ReadAt(bytes.NewReader(data), r.Offset(), r.End()-r.Offset())
			if err != nil || again.Type != c.Type || again.Thread != c.Thread || !bytes.Equal(again.Body, c.Body) {
				t.Fatalf("%v, %v", again, err)
			}
		}
	})
}
