package pack

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/tracetest"
)

// FuzzPacker joins any recording: what could be read before is the same after, but for the batches of no sense.
func FuzzPacker(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(1)))
	f.Add(tracetest.Loose(tracetest.SampleWith(2, tracetest.Options{PerBatch: 9, Untimed: true})))
	f.Add(tracetest.Loose(tracetest.SampleWith(2, tracetest.Options{PerBatch: 5})))
	f.Fuzz(func(t *testing.T, loose []byte) {
		data := tracetest.Tight(loose)
		before, ok := calls(data)
		if !ok {
			return
		}
		after, ok := calls(joined(t, data))
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

// joined is a recording with its batches joined, but not compressed, which would take all the time.
func joined(t *testing.T, data []byte) []byte {
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	p := newPacker(w)
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

// calls are all calls; false where not all can be read.
func calls(data []byte) (out []*file.Call, ok bool) {
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, false
	}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			return nil, false
		}
		one := *c
		named := *c.Function
		named.ID = 0 // the order of definitions may be another
		one.Function = &named
		out = append(out, &one)
	}
	return slices.Clip(out), true
}
