package file

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// FuzzCompressor merges the batches of any recording: all calls stay the same, except those of inconsistent
// batches.
func FuzzCompressor(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(1)))
	f.Add(tracetest.Loose(tracetest.SampleWith(2, tracetest.Options{PerBatch: 9, Untimed: true})))
	f.Add(tracetest.Loose(tracetest.SampleWith(2, tracetest.Options{PerBatch: 5})))
	f.Fuzz(func(t *testing.T, loose []byte) {
		data := tracetest.Tight(loose)
		before, ok := decodedCalls(data)
		if !ok {
			return
		}
		after, ok := decodedCalls(joined(t, data))
		if !ok || len(before) != len(after) {
			t.Fatalf("%d calls, %d before", len(after), len(before))
		}
		for i := range before {
			if !reflect.DeepEqual(before[i], after[i]) {
				t.Fatalf("call %d: %+v, before %+v", i, after[i], before[i])
			}
		}
	})
}

// joined returns a recording with merged batches, without compression because that would take most of the
// time.
func joined(t *testing.T, data []byte) []byte {
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	p := newCompressor(w)
	for r := format.NewReader(bytes.NewReader(data)); ; {
		c, err := r.Next()
		if err != nil {
			break
		}
		if err := p.add(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// calls returns all calls, or false if some cannot be read.
func decodedCalls(data []byte) (out []*Call, ok bool) {
	f, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || f.Totals().Damaged > 0 { // calls without their data
		return nil, false
	}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			return nil, false
		}
		one := *c
		named := *c.Function
		named.ID = 0 // the order of definitions may differ
		one.Function = &named
		out = append(out, &one)
	}
	return slices.Clip(out), true
}
