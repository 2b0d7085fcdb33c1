package format

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

var kinds = []tracepb.Cell{tracepb.Cell_CELL_INT, tracepb.Cell_CELL_UINT, tracepb.Cell_CELL_LONG, tracepb.Cell_CELL_ULONG, tracepb.Cell_CELL_FLOAT, tracepb.Cell_CELL_DOUBLE}

// cellOf returns a random value of a cell type, often one at the end of the range.
func cellOf(r *rand.Rand, c tracepb.Cell) uint64 {
	v := []uint64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 63, 1<<64 - 1, r.Uint64(), r.Uint64N(100)}[r.IntN(9)]
	switch c {
	case tracepb.Cell_CELL_NONE:
		return 0
	case tracepb.Cell_CELL_FLOAT:
		return uint64(uint32(v))
	}
	return extend(c, v)
}

// random returns the calls of a batch and the layouts of their functions.
func random(r *rand.Rand, untimed bool) (head Head, calls []Call) {
	var layouts []Layout
	for range 1 + r.IntN(12) {
		var l Layout
		for range r.IntN(6) {
			l = append(l, kinds[r.IntN(len(kinds))])
		}
		layouts = append(layouts, append(l, append(kinds, tracepb.Cell_CELL_NONE)[r.IntN(len(kinds)+1)]))
	}
	head = Head{Thread: r.Uint32(), Sequence: r.Uint64N(9), First: r.Uint64(), Dropped: r.Uint64N(3), Uncaptured: 5, Context: 2, Start: r.Uint64()}
	now := head.Start
	for range r.IntN(300) {
		f := r.IntN(len(layouts))
		c := Call{Function: uint32(1000 * f), Layout: layouts[f], Timed: !untimed}
		if r.IntN(9) == 0 {
			c.Flags = tracepb.CallFlag(r.IntN(16)) &^ tracepb.CallFlag_FLAG_CAPTURES
		}
		c.Timed = !untimed || c.Flags&tracepb.CallFlag_FLAG_TIMED != 0
		c.Start, c.End = now, now
		if c.Timed {
			c.Start = now + r.Uint64N(100) - 10
			c.End = c.Start + r.Uint64N(1<<r.IntN(40))
			now = c.End
		}
		for _, cell := range c.Layout {
			c.Cells = append(c.Cells, cellOf(r, cell))
		}
		if r.IntN(5) == 0 {
			c.Flags |= tracepb.CallFlag_FLAG_CAPTURES
			c.Captures = captures(r, len(c.Layout))
		}
		calls = append(calls, c)
	}
	return head, calls
}

func captures(r *rand.Rand, params int) []Capture {
	out := []Capture{}
	for i := range params {
		one := Capture{Param: i, Kind: tracepb.Capture(r.IntN(7))}
		if one.Kind == tracepb.Capture_CAPTURE_DATA {
			one.Size = r.Uint64()
			for range r.IntN(3) {
				one.Payloads = append(one.Payloads, r.Uint64())
			}
		}
		out = append(out, one)
	}
	return out
}

// build adds calls to a batch.
func build(t testing.TB, head Head, calls []Call, untimed bool) []byte {
	t.Helper()
	var b Builder
	b.Begin(head, untimed)
	for i := range calls {
		if err := b.Add(&calls[i]); err != nil {
			t.Fatal(err)
		}
	}
	return b.Body()
}

// decoded decodes a batch.
func decoded(t testing.TB, body []byte, calls []Call) (*Batch, []Call) {
	t.Helper()
	layouts := map[uint32]Layout{}
	for _, c := range calls {
		layouts[c.Function] = c.Layout
	}
	b, err := Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	var used []Layout
	for _, id := range b.Used {
		used = append(used, layouts[id])
	}
	c, err := b.Decode(used)
	if err != nil {
		t.Fatal(err)
	}
	var out []Call
	for i, at := range c.Function {
		out = append(out, Call{b.Used[at], used[at], c.Cells(i), c.IsTimed(i), c.Starts[i], c.Ends[i], c.Flag(i), c.Captures(i)})
	}
	return b, out
}

// An encoded batch decodes to the same calls, with this package and with generated code.
func TestColumnsRoundTrip(t *testing.T) {
	for seed := range uint64(200) {
		untimed := seed%3 == 0
		head, calls := random(rand.New(rand.NewPCG(seed, 1)), untimed)
		body := build(t, head, calls, untimed)
		b, got := decoded(t, body, calls)
		if b.Head != head || b.Count != len(calls) || len(got) != len(calls) {
			t.Fatalf("seed %d: %+v", seed, b.Head)
		}
		for i := range calls {
			if !reflect.DeepEqual(got[i], calls[i]) {
				t.Fatalf("seed %d: call %d is\n%+v, not\n%+v", seed, i, got[i], calls[i])
			}
		}
		var m tracepb.Batch
		if err := proto.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		again, err := proto.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		if _, more := decoded(t, again, calls); !reflect.DeepEqual(more, got) {
			t.Errorf("seed %d: generated code encodes different calls", seed)
		}
	}
}

// A column in several pieces is one column, as protobuf allows.
func TestPieces(t *testing.T) {
	_, calls := random(rand.New(rand.NewPCG(7, 7)), false)
	body := build(t, Head{}, calls, false)
	var first, second tracepb.Batch
	if err := proto.Unmarshal(body, &first); err != nil {
		t.Fatal(err)
	}
	second.Ints, first.Ints = first.GetInts()[len(first.GetInts())/2:], first.GetInts()[:len(first.GetInts())/2]
	second.Starts, first.Starts = first.GetStarts()[1:], first.GetStarts()[:1]
	a, _ := proto.Marshal(&first)
	b, _ := proto.Marshal(&second)
	_, got := decoded(t, append(a, b...), calls)
	_, want := decoded(t, body, calls)
	if !reflect.DeepEqual(got, want) {
		t.Error("calls differ")
	}
}

func TestBad(t *testing.T) {
	ints := Layout{tracepb.Cell_CELL_INT, tracepb.Cell_CELL_NONE}
	floats := Layout{tracepb.Cell_CELL_FLOAT, tracepb.Cell_CELL_NONE}
	good := func() *tracepb.Batch {
		return &tracepb.Batch{Count: 2, Used: []uint32{9}, Function: []byte{0, 0}, Starts: []int64{0, 1}, Durations: []uint64{1, 1}, Ints: []int64{1, 2}}
	}
	for name, c := range map[string]struct {
		change func(*tracepb.Batch)
		layout Layout
		bad    bool
	}{
		"nothing":             {func(*tracepb.Batch) {}, ints, false},
		"untimed":             {func(b *tracepb.Batch) { b.Starts, b.Durations = nil, nil }, ints, false},
		"two calls too many":  {func(b *tracepb.Batch) { b.Count = 4 }, ints, true},
		"calls without end":   {func(b *tracepb.Batch) { b.Count = 1<<32 - 1 }, ints, true},
		"a function too many": {func(b *tracepb.Batch) { b.Function = []byte{0, 1} }, ints, true},
		"a time too few":      {func(b *tracepb.Batch) { b.Starts = b.Starts[:1] }, ints, true},
		"a duration too few":  {func(b *tracepb.Batch) { b.Durations = b.Durations[:1] }, ints, true},
		"times of one":        {func(b *tracepb.Batch) { b.Starts, b.Durations = b.Starts[:1], b.Durations[:1] }, ints, true},
		"times of the flagged": {func(b *tracepb.Batch) {
			b.Starts, b.Durations, b.Flagged = b.Starts[:1], b.Durations[:1], []uint32{1, 4}
		}, ints, false},
		"an argument too few":     {func(b *tracepb.Batch) { b.Ints = b.Ints[:1] }, ints, true},
		"an argument too many":    {func(b *tracepb.Batch) { b.Ints = append(b.Ints, 1) }, ints, true},
		"no floats":               {func(b *tracepb.Batch) { b.Ints = nil }, floats, true},
		"floats":                  {func(b *tracepb.Batch) { b.Ints, b.Floats = nil, []uint32{1, 2} }, floats, false},
		"flags of the third":      {func(b *tracepb.Batch) { b.Flagged = []uint32{2, 1} }, ints, true},
		"half of a pair":          {func(b *tracepb.Batch) { b.Flagged = []uint32{1} }, ints, true},
		"no captures":             {func(b *tracepb.Batch) { b.Flagged = []uint32{0, 2} }, ints, true},
		"captures":                {func(b *tracepb.Batch) { b.Flagged, b.Captures = []uint32{0, 2}, []uint64{1, 1, 5, 2, 7, 8} }, ints, false},
		"captures without a call": {func(b *tracepb.Batch) { b.Captures = []uint64{1, 0} }, ints, true},
		"of parameter 2":          {func(b *tracepb.Batch) { b.Flagged, b.Captures = []uint32{0, 2}, []uint64{1, 16} }, ints, true},
		"a million captures":      {func(b *tracepb.Batch) { b.Flagged, b.Captures = []uint32{0, 2}, []uint64{1 << 40, 0} }, ints, true},
		"a million payloads":      {func(b *tracepb.Batch) { b.Flagged, b.Captures = []uint32{0, 2}, []uint64{1, 1, 5, 1 << 40, 1} }, ints, true},
	} {
		b := good()
		c.change(b)
		body, err := proto.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := Parse(body)
		if err == nil {
			_, err = parsed.Decode([]Layout{c.layout})
		}
		if (err != nil) != c.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBounds(t *testing.T) {
	used := make([]uint32, MaxUsed+1)
	body, err := proto.Marshal(&tracepb.Batch{Used: used})
	if _, parse := Parse(body); err != nil || parse == nil {
		t.Error("a batch accepts 257 functions", err)
	}
	many := &tracepb.Batch{}
	for range 600_000 {
		many.Functions = append(many.Functions, &tracepb.Function{})
	}
	body, err = proto.Marshal(many)
	if b, parse := Parse(body[:len(body)/2]); err != nil || parse != nil || len(b.Functions) != 300_000 {
		t.Error(parse, err)
	}
	if _, parse := Parse(append(body, body...)); parse == nil {
		t.Error("a batch accepts too many definitions")
	}
	var b Builder
	b.Begin(Head{}, true)
	for i := range uint32(MaxUsed) {
		if err := b.Add(&Call{Function: i}); err != nil {
			t.Fatal(err)
		}
	}
	if b.Fits(MaxUsed) || !b.Fits(0, 255) || b.Add(&Call{Function: MaxUsed}) != errFull || b.Len() != MaxUsed {
		t.Error("a batch has a different limit of functions")
	}
}

func TestGood(t *testing.T) {
	for want, layouts := range map[bool][]Layout{
		true:  {{tracepb.Cell_CELL_NONE}, {tracepb.Cell_CELL_INT}, {tracepb.Cell_CELL_DOUBLE, tracepb.Cell_CELL_NONE}},
		false: {nil, {tracepb.Cell_CELL_NONE, tracepb.Cell_CELL_NONE}, {77}, {-1}, make(Layout, 300)},
	} {
		for _, l := range layouts {
			if l.IsValid() != want {
				t.Errorf("%v: %t", l, !want)
			}
		}
	}
}

// The size of a batch counts its captures, and a function with cells outside of any column is rejected.
func TestMemory(t *testing.T) {
	const many = 100_000
	c := Call{Function: 1, Layout: Layout{tracepb.Cell_CELL_UINT, tracepb.Cell_CELL_NONE}, Cells: make([]uint64, 2),
		Flags: tracepb.CallFlag_FLAG_CAPTURES, Captures: make([]Capture, many)}
	var b Builder
	b.Begin(Head{}, true)
	if err := b.Add(&c); err != nil {
		t.Fatal(err)
	}
	parsed, err := Parse(b.Body())
	if err != nil {
		t.Fatal(err)
	}
	calls, err := parsed.Decode([]Layout{c.Layout})
	if err != nil || len(calls.Captures(0)) != many || calls.Size() < many*int(unsafe.Sizeof(Capture{})) {
		t.Errorf("%d bytes for %d captures, %v", calls.Size(), many, err)
	}
	for _, l := range []Layout{nil, make(Layout, 1<<20), {77, tracepb.Cell_CELL_UINT}} {
		if _, err := parsed.Decode([]Layout{l}); err == nil || !strings.Contains(err.Error(), "not defined") {
			t.Errorf("a layout of %d cells: %v", len(l), err)
		}
	}
}
