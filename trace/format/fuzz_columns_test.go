package format

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// FuzzDecode decodes any data: a decoded batch can be encoded, and decodes to the same calls.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(6) {
		head, calls := random(rand.New(rand.NewPCG(seed, 2)), seed%2 == 0)
		f.Add(build(f, head, calls, seed%2 == 0))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		b, err := Parse(body)
		if err != nil {
			return
		}
		layouts := make([]Layout, len(b.Used)) // valid layouts, chosen by ID
		for i, id := range b.Used {
			layouts[i] = append(append(Layout{}, kinds[:id%7]...), append(kinds, tracepb.Cell_CELL_NONE)[id/7%7])
		}
		c, err := b.Decode(layouts)
		if err != nil {
			return
		}
		untimed := !c.AllTimed
		var calls []Call
		for i, at := range c.Function {
			one := Call{uint32(at), layouts[at], c.Cells(i), c.IsTimed(i), c.Starts[i], c.Ends[i], c.Flag(i), c.Captures(i)}
			if one.Flags&tracepb.CallFlag_FLAG_TIMED != 0 && !one.Timed {
				return // a batch with timed calls but no times
			}
			calls = append(calls, one)
		}
		if _, got := decoded(t, build(t, b.Head, calls, untimed), calls); !reflect.DeepEqual(got, calls) {
			t.Fatalf("%+v\n%+v", got, calls)
		}
	})
}
