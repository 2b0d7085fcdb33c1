package diff

import (
	"bytes"
	"context"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// open reads a recording.
func open(t testing.TB, recording []byte) *file.File {
	t.Helper()
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// record returns the recording of calls.
func record(calls func(w *tracetest.Writer)) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 16})
	calls(w)
	w.Close()
	return out.Bytes()
}

// compared compares two recordings.
func compared(t testing.TB, a, b []byte, o Options) *Report {
	t.Helper()
	r, err := Compare(context.Background(), open(t, a), open(t, b), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEqual compares a recording with itself, and with a compressed copy.
func TestEqual(t *testing.T) {
	a := tracetest.Sample(20)
	for _, b := range [][]byte{a, tracetest.SampleWith(20, tracetest.Options{Packing: format.Quick, PerBatch: 5000})} {
		for _, mode := range Modes {
			r := compared(t, a, b, Options{Mode: mode})
			if !r.Equal || r.Calls < 100 || len(r.Frames) != 20 || r.Images.Equal == 0 || r.Images.Missing != 0 {
				t.Errorf("%+v", r)
			}
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	for name, packing := range map[string]format.Packing{"raw": format.Unpacked, "compressed": format.Quick} {
		b.Run(name, func(b *testing.B) {
			var out bytes.Buffer
			if err := tracetest.Long(&out, 1_000_000, packing); err != nil {
				b.Fatal(err)
			}
			x, y := open(b, out.Bytes()), open(b, out.Bytes())
			for b.Loop() {
				if r, err := Compare(b.Context(), x, y, Options{}); err != nil || !r.Equal {
					b.Fatalf("%v: %+v", err, r)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(x.Len()*b.N), "ns/call")
		})
	}
}
