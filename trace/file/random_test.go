package file

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// madeCall is a call as the test made it.
type madeCall struct {
	start  time.Duration
	thread uint32
	depth  int
	name   string
	arg    uint64
	ctx    uint32
}

// program makes concurrent calls on several threads, some of them nested.
type program struct {
	r     *rand.Rand
	w     *tracetest.Writer
	free  []time.Duration // end of the last call of each thread
	calls []madeCall
	ctx   []uint32
}

func newProgram(seed uint64, o tracetest.Options) (*program, *bytes.Buffer) {
	out := &bytes.Buffer{}
	r := rand.New(rand.NewPCG(seed, 3))
	p := &program{r: r, w: tracetest.NewWriter(out, o), free: make([]time.Duration, 1+r.IntN(4))}
	p.ctx = make([]uint32, len(p.free))
	return p, out
}

// step makes one call on any thread.
func (p *program) step() {
	n := p.r.IntN(len(p.free))
	t := p.w.Thread(uint32(n + 1))
	if p.r.IntN(40) == 0 {
		p.ctx[n] = uint32(p.r.IntN(3))
		t.Context(p.ctx[n])
	}
	if p.r.IntN(50) == 0 {
		p.w.Flush()
	}
	p.w.At(p.free[n] + time.Duration(p.r.IntN(300)))
	p.call(t, n, 0)
	p.free[n] = p.w.Now()
}

func (p *program) call(t *tracetest.Thread, n, depth int) {
	c := madeCall{start: p.w.Now() + 100, thread: uint32(n + 1), depth: depth, name: "glUseProgram", arg: p.r.Uint64N(1 << 32), ctx: p.ctx[n]}
	args := []any{c.arg}
	if p.r.IntN(20) == 0 {
		c.name, c.arg, args = "eglSwapBuffers", 1, []any{1, 2}
	}
	p.calls = append(p.calls, c)
	t.Around(c.name, func() {
		for depth < 3 && p.r.IntN(8) == 0 {
			p.call(t, n, depth+1)
		}
	}, args...)
}

// expected returns the expected calls in order, as lines with their frames.
func (p *program) expected() []string {
	slices.SortStableFunc(p.calls, func(a, b madeCall) int {
		if a.start != b.start {
			return int(a.start - b.start)
		}
		return int(a.thread) - int(b.thread)
	})
	frames := 0
	frameOf := make([]int, len(p.calls))
	began := map[uint32][]int{}
	for i, c := range p.calls {
		frameOf[i] = -1
		began[c.thread] = append(began[c.thread], i)
		if c.name == "eglSwapBuffers" {
			for _, k := range began[c.thread] {
				frameOf[k] = frames
			}
			frames, began[c.thread] = frames+1, nil
		}
	}
	var out []string
	for i, c := range p.calls {
		out = append(out, fmt.Sprintf("%d thread %d context %d depth %d frame %d at %d %s %d", i, c.thread, c.ctx, c.depth, frameOf[i], c.start, c.name, c.arg))
	}
	return out
}

func short(t testing.TB, f *File) (out []string) {
	t.Helper()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, shortLine(c))
	}
	return out
}

func shortLine(c *Call) string {
	if len(c.Args) == 0 {
		return fmt.Sprintf("%d thread %d context %d at %d %s", c.Index, c.Thread, c.Context, c.Start, c.Function.Name)
	}
	return fmt.Sprintf("%d thread %d context %d depth %d frame %d at %d %s %d", c.Index, c.Thread, c.Context, c.Depth, c.Frame, c.Start, c.Function.Name, c.Args[0].Bits)
}

// Random programs are read as they were written, uncompressed and compressed.
func TestRandom(t *testing.T) {
	for seed := range uint64(60) {
		p, out := newProgram(seed, tracetest.Options{PerBatch: 100000})
		for range 200 + p.r.IntN(2000) {
			p.step()
		}
		p.w.Close()
		want := p.expected()
		f := read(t, out.Bytes())
		if got := short(t, f); !slices.Equal(got, want) {
			t.Fatalf("seed %d, %d and %d calls: %s", seed, len(got), len(want), firstOther(got, want))
		}
		for range 50 {
			i := p.r.IntN(f.Len())
			if c, err := f.Call(i); err != nil || shortLine(c) != want[i] {
				t.Fatalf("seed %d: %v, %v", seed, c, err)
			}
		}
		frames(t, f)
		var packed bytes.Buffer
		if _, err := Compress(t.Context(), &packed, out, int64(out.Len()), func(int64) {}); err != nil {
			t.Fatal(err)
		}
		small := read(t, packed.Bytes())
		if got := short(t, small); !slices.Equal(got, want) {
			t.Fatalf("seed %d, compressed: %s", seed, firstOther(got, want))
		}
		if !slices.Equal(small.Frames(), f.Frames()) || small.Totals() != f.Totals() {
			t.Errorf("seed %d: compressed: different frames or totals", seed)
		}
	}
}

func firstOther(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("\n%s, not\n%s", strings.Join(got[i:min(i+3, len(got))], "\n"), strings.Join(want[i:min(i+3, len(want))], "\n"))
		}
	}
	return "one is longer"
}

// frames checks that the frames match their calls.
func frames(t *testing.T, f *File) {
	t.Helper()
	for n, fr := range f.Frames() {
		first, err := f.Call(fr.First)
		if err != nil {
			t.Fatal(err)
		}
		last, err := f.Call(fr.Last)
		if err != nil {
			t.Fatal(err)
		}
		if first.Thread != fr.Thread || first.Frame != n || last.Frame != n || first.Start != fr.Start || !last.Function.IsSwap() || last.Context != fr.Context {
			t.Fatalf("frame %d is %+v, its first call %+v, its last %+v", n, fr, first, last)
		}
	}
}

// A truncated recording has the calls of its complete chunks, in the same order.
func TestTruncatedAnywhere(t *testing.T) {
	p, out := newProgram(5, tracetest.Options{PerBatch: 20, Packing: format.Quick})
	for range 150 {
		p.step()
	}
	p.w.Close()
	data := out.Bytes()
	full := read(t, data)
	last := -1
	for n := len(data); n > 0; n-- {
		f, err := Read(bytes.NewReader(data[:n]), int64(n))
		if err != nil {
			if last > 0 {
				t.Fatalf("%d bytes: error %v; with one byte more: %d calls", n, err, last)
			}
			continue
		}
		if whole := int64(n) - f.Cut(); whole < 0 || f.Cut() < 0 || f.Len() > full.Len() || last >= 0 && f.Len() > last {
			t.Fatalf("%d bytes: %d bytes truncated, %d calls", n, f.Cut(), f.Len())
		}
		if f.Len() != last {
			short(t, f)
		}
		if f.Cut() == 0 && f.Totals().Damaged != 0 {
			t.Errorf("%d bytes: %+v", n, f.Totals())
		}
		last = f.Len()
	}
	if last != 0 {
		t.Errorf("the shortest readable file has %d calls", last)
	}
}

// A flipped bit damages only its chunk, unless it is in the length, and is always detected.
func TestBits(t *testing.T) {
	data := tracetest.SampleWith(2, tracetest.Options{PerBatch: 20})
	want := short(t, read(t, data))
	r := rand.New(rand.NewPCG(1, 4))
	for range 700 {
		bad := bytes.Clone(data)
		at := r.IntN(len(data))
		bad[at] ^= 1 << r.IntN(8)
		f, err := Read(bytes.NewReader(bad), int64(len(bad)))
		if err != nil {
			continue
		}
		if f.Totals().Damaged == 0 && f.Cut() == 0 {
			t.Fatalf("a change of byte %d is not detected", at)
		}
		got := short(t, f)
		if len(got) > len(want) {
			t.Fatalf("byte %d: %d calls", at, len(got))
		}
	}
}
