package file

import (
	"reflect"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// A CallReader reads the same calls as the File, and copies of them stay valid: with data, with more threads than it has memory for, and
// with and without a cache.
func TestCallReader(t *testing.T) {
	recordings := map[string][]byte{"data": matrices(300)}
	for name, threads := range map[string]int{"few threads": 3, "many threads": 2 * maxReaders} {
		p, out := newProgram(7, tracetest.Options{PerBatch: 20})
		p.free, p.ctx = p.free[:0], p.ctx[:0]
		for range threads {
			p.free, p.ctx = append(p.free, 0), append(p.ctx, 0)
		}
		for range 3000 {
			p.step()
		}
		p.w.Close()
		recordings[name] = out.Bytes()
	}
	for name, data := range recordings {
		var want []*Call
		f := read(t, data)
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, c)
		}
		for _, caches := range []bool{false, true} {
			f := read(t, data)
			r := f.NewCallReader(caches)
			for _, from := range []int{0, len(want) / 2} {
				var got []*Call
				for c, err := range r.Calls(from, f.Len()) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, c.Clone())
				}
				if len(got) != len(want)-from {
					t.Fatalf("%s, cached: %t: %d calls from %d on, not %d", name, caches, len(got), from, len(want)-from)
				}
				for i, c := range got {
					w := *want[from+i]
					w.Function = c.Function // each File has its own
					if c.Function.Name != want[from+i].Function.Name || !reflect.DeepEqual(c, &w) {
						t.Fatalf("%s, cached: %t: call %d is\n%+v, not\n%+v", name, caches, from+i, c, &w)
					}
				}
			}
			if cached := f.batches.order.Len() > 0; name == "few threads" && cached != caches {
				t.Errorf("%s: batches are cached: %t", name, cached)
			}
		}
	}
}
