package file

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// FuzzRead reads any data: calls are in order, as many as Len returns, and the same when read one by one;
// frames consist of them.
func FuzzRead(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(1)))
	f.Add(tracetest.Loose(tracetest.SampleWith(2, tracetest.Options{PerBatch: 9, Untimed: true})))
	for seed := range uint64(4) {
		p, out := newProgram(seed, tracetest.Options{PerBatch: 10000})
		for range 30 {
			p.step()
		}
		p.w.Close()
		f.Add(tracetest.Loose(out.Bytes()))
	}
	f.Fuzz(func(t *testing.T, loose []byte) {
		data := tracetest.Tight(loose)
		f, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		calls := 0
		for _, one := range f.Threads() {
			calls += one.Calls
		}
		if calls != f.Len() || f.Totals().Calls != calls {
			t.Fatalf("%d calls of threads, %d in all", calls, f.Len())
		}
		for i, fr := range f.Frames() {
			if fr.First > fr.Last || fr.Last >= f.Len() || fr.Image >= f.Len() || i > 0 && fr.Last <= f.Frames()[i-1].Last {
				t.Fatalf("frame %d: %+v", i, fr)
			}
		}
		for _, g := range f.Gaps() {
			if g.Before >= f.Len() {
				t.Fatalf("%+v", g)
			}
		}
		walk(t, f)
	})
}

// walk reads each call twice.
func walk(t *testing.T, f *File) {
	next := 0
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			return
		}
		again, err := f.Call(next)
		if err != nil || c.Index != next || fmt.Sprint(*again) != fmt.Sprint(*c) && !hasData(c) {
			t.Fatalf("call %d: %+v, %+v, %v", next, c, again, err)
		}
		if c.Frame >= 0 {
			fr := f.Frames()[c.Frame]
			if fr.Thread != c.Thread || c.Index < fr.First || c.Index > fr.Last {
				t.Fatalf("%+v is not in %+v", c, fr)
			}
		}
		for _, v := range append(c.Args, c.Result) {
			if v.Data != nil {
				_, _ = f.Payload(v.Data.Payloads)
			}
		}
		next++
	}
	if next != f.Len() {
		t.Fatalf("%d calls of %d", next, f.Len())
	}
}

// hasData reports whether a call has Go pointers, which print as addresses.
func hasData(c *Call) bool {
	for _, v := range append(c.Args, c.Result) {
		if v.Data != nil {
			return true
		}
	}
	return false
}
