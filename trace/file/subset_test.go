package file

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// subset returns a recording with some calls of f.
func subset(t *testing.T, f *File, s Subset) *File {
	t.Helper()
	var b bytes.Buffer
	stats, err := f.WriteSubset(t.Context(), &b, s)
	if err != nil {
		t.Fatal(err)
	}
	out := read(t, b.Bytes())
	if totals := out.Totals(); stats.Calls != s.Calls.Count() || totals.Calls != stats.Calls || totals.Damaged > 0 || totals.Lost > 0 || totals.Payloads != stats.Payloads || int64(b.Len()) != stats.Bytes {
		t.Fatalf("%+v of %d calls: %+v", stats, s.Calls.Count(), totals)
	}
	return out
}

// overlapping returns a recording of two threads with nested calls and data.
func overlapping(o tracetest.Options) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, o)
	one, two := w.Named(1, "main"), w.Named(2, "loader")
	one.NewContext(1, 0x1000, 3, 2, 1)
	for i := range 100 {
		one.Around("eglSwapBuffers", func() { one.Call("glFlush").Call("glEnable", "GL_BLEND") }, tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
		w.At(w.Now() - 100*time.Nanosecond)
		two.Call("glUniform1f", 1, float64(i))
		one.Call("glBufferData", "GL_ARRAY_BUFFER", 16, tracetest.Bytes(bytes.Repeat([]byte{byte(i)}, 16)), "GL_STATIC_DRAW")
		one.Call("glBufferData", "GL_ARRAY_BUFFER", 1, tracetest.Uncaptured(5), "GL_STATIC_DRAW")
	}
	w.Clock()
	w.Close()
	return out.Bytes()
}

// TestSubset checks that the calls of a subset are those of the recording, in the same order and at the same times.
func TestSubset(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, o := range []tracetest.Options{{PerBatch: 7}, {}, {PerBatch: 20, Untimed: true}} {
		f := read(t, overlapping(o))
		for range 20 {
			s, want := Subset{}, []int{}
			for i := range f.Len() {
				if random.IntN(3) == 0 {
					s.Calls.Add(uint32(i))
					want = append(want, i)
				}
			}
			compareCalls(t, f, subset(t, f, s), want)
		}
	}
}

func compareCalls(t *testing.T, f, g *File, want []int) {
	t.Helper()
	for i, at := range want {
		a, err := f.Call(at)
		b, err2 := g.Call(i)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		same := a.Function.Name == b.Function.Name && a.Thread == b.Thread && a.Context == b.Context && a.Flags == b.Flags && a.Duration == b.Duration &&
			slices.EqualFunc(a.Args, b.Args, func(v, w Value) bool { return v.Bits == w.Bits })
		if !same || a.Duration != Untimed && a.Start != b.Start || !bytes.Equal(payloadOf(t, f, at), payloadOf(t, g, i)) {
			t.Fatalf("call %d is %+v, expected call %d: %+v", i, b, at, a)
		}
	}
}

// TestSubsetOf checks what precedes and follows the calls.
func TestSubsetOf(t *testing.T) {
	f := read(t, overlapping(tracetest.Options{}))
	s := Subset{}
	s.Calls.Add(0)
	s.Calls.Add(4)
	g := subset(t, f, s)
	if !proto.Equal(g.Hello(), f.Hello()) || !proto.Equal(g.Options(), f.Options()) || g.End().GetCalls() != 2 || g.End().GetReason() != "stopped" {
		t.Errorf("%v\n%v\n%v", g.Hello(), g.Options(), g.End())
	}
	if threads := g.Threads(); len(threads) == 0 || threads[0].Name != "main" || threads[0].Tid != 4711 {
		t.Errorf("%+v", threads)
	}
	if len(g.x.clock.points) != len(f.x.clock.points) {
		t.Errorf("%d readings of the clock, expected %d", len(g.x.clock.points), len(f.x.clock.points))
	}
}

// TestSubsetWithoutCalls checks that a recording without calls is valid.
func TestSubsetWithoutCalls(t *testing.T) {
	if g := subset(t, read(t, overlapping(tracetest.Options{})), Subset{}); g.Len() != 0 || g.End() == nil {
		t.Errorf("%d calls", g.Len())
	}
}

// TestSubsetOfIncomplete checks that a subset of a recording without some calls and batches is as incomplete.
func TestSubsetOfIncomplete(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 4})
	one, two := w.Thread(1), w.Thread(2)
	calls(one, 4)
	one.Drop(3)
	calls(one, 4)
	one.Lose()
	calls(one, 8)
	calls(two, 4)
	two.Lose()
	calls(two, 8)
	w.Close()
	f := read(t, out.Bytes())
	whole, first, none := Subset{}, Subset{}, Subset{}
	for i := range f.Len() {
		whole.Calls.Add(uint32(i))
	}
	first.Calls.Add(0)
	want := f.Totals()
	if want.Dropped == 0 || want.Lost == 0 || want.Batches == 0 {
		t.Fatalf("%+v", want)
	}
	for _, s := range []Subset{whole, first, none} {
		var b bytes.Buffer
		if _, err := f.WriteSubset(t.Context(), &b, s); err != nil {
			t.Fatal(err)
		}
		got := read(t, b.Bytes()).Totals()
		if got.Dropped+got.Lost < want.Dropped+want.Lost || s.Calls.Count() == f.Len() && (got.Lost != want.Lost || got.Batches != want.Batches) {
			t.Errorf("%d calls: %+v, expected %+v", s.Calls.Count(), got, want)
		}
	}
}

// TestSubsetChanges checks new values and data of arguments, and a pointer that becomes null.
func TestSubsetChanges(t *testing.T) {
	f := read(t, overlapping(tracetest.Options{}))
	s, at := Subset{Changes: map[int]Change{}}, []int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "glBufferData" && c.Args[2].HasData() && len(at) < 3 {
			s.Calls.Add(uint32(c.Index))
			at = append(at, c.Index)
		}
	}
	s.Changes[at[1]] = Change{Args: map[string]uint64{"size": 3}, Data: map[string][]byte{"data": []byte("new")}}
	s.Changes[at[2]] = Change{Data: map[string][]byte{"data": nil}}
	g := subset(t, f, s)
	for i, want := range []struct {
		size uint64
		data string
	}{{16, strings.Repeat("\x00", 16)}, {3, "new"}, {16, ""}} {
		c, err := g.Call(i)
		if err != nil {
			t.Fatal(err)
		}
		data, err := g.Payload(c.Args[2].Data.Payloads)
		if err != nil || c.Args[1].Bits != want.size || string(data) != want.data || want.data == "" && c.Args[2].Bits != 0 {
			t.Errorf("call %d: %d bytes, %q, %v", i, c.Args[1].Bits, data, err)
		}
	}
}
