package trim

import (
	"bytes"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// FuzzTrim trims recordings whose chunks, functions and calls are arbitrary. The result must be a valid recording.
func FuzzTrim(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(2)), uint8(20), uint8(200))
	f.Add(tracetest.Loose(tracetest.Sample(1)), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, loose []byte, from, length uint8) {
		data := tracetest.Tight(loose)
		r, err := file.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		defer r.Close()
		first := min(int(from), r.Len())
		var out bytes.Buffer
		result, err := Trim(t.Context(), r, Range{first, min(first+int(length), r.Len())}, &out)
		if err != nil {
			return
		}
		g, err := file.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		before, after := r.Totals(), g.Totals() // what the recording lacks stays
		if after.Damaged != before.Damaged || after.Lost > before.Lost || after.Dropped+after.Lost != before.Dropped+before.Lost || g.Len() != result.Kept {
			t.Fatalf("the trimmed recording has %d calls, expected %d: %+v, before %+v", g.Len(), result.Kept, after, before)
		}
	})
}
