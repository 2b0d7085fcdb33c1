package index

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func open(t *testing.T, b []byte) *file.File {
	t.Helper()
	f, err := file.Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestIndex compares the columns and the open groups before each call with those of a pass over all calls.
func TestIndex(t *testing.T) {
	f := open(t, tracetest.Sample(600))
	x := New(f)
	if err := x.Fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if f.Len() < 2*Size {
		t.Fatalf("%d calls are too few", f.Len())
	}
	open, kinds := Depths{}, x.Kinds()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.At(t.Context(), c.Index)
		want := Call{Lane{c.Thread, c.Context}, uint32(c.Function.ID), uint8(c.Flags), int64(c.Start), int64(c.Duration)}
		if err != nil || got != want {
			t.Fatalf("call %d: %+v, %v", c.Index, got, err)
		}
		if c.Index%97 == 0 || c.Index%Size < 2 {
			before, err := x.Before(t.Context(), c.Index)
			if err != nil || before[1] != open[1] || before[2] != open[2] {
				t.Fatalf("call %d: %v, want %v, %v", c.Index, before, open, err)
			}
		}
		open.After(kinds.Of(got.Function), c.Context)
	}
}

func TestCalls(t *testing.T) {
	f := open(t, tracetest.Sample(600))
	x := New(f)
	ids := map[string]uint32{}
	for _, one := range f.Functions() {
		ids[one.Name] = uint32(one.ID)
	}
	var link, swap Set
	link.Add(ids["glLinkProgram"])
	swap.Add(ids["eglSwapBuffers"])
	if !x.Calls(1, link) {
		t.Error("Calls returns false for a block that is not indexed yet")
	}
	if err := x.Fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !x.Calls(0, link) || x.Calls(1, link) || !x.Calls(1, swap) || x.Calls(0, nil) {
		t.Error("blocks with calls of a function are not found")
	}
}

// TestSummaryRoom: the size of a summary is limited, whatever functions the block calls, and it misses none.
func TestSummaryRoom(t *testing.T) {
	var s summary
	for id := range uint32(1 << 20) {
		if id%3 == 0 {
			s.addFunction(id)
		}
	}
	if room := cap(s.functions); room > 2*mostSummed/64 {
		t.Errorf("room for %d functions", 64*room)
	}
	for id, want := range map[uint32]bool{0: true, 1: false, 3: true, mostSummed - 1: true, mostSummed - 2: false, mostSummed: true, 1<<20 - 1: true} {
		var set Set
		set.Add(id)
		if s.calls(set) != want || !set.Has(id) || set.Has(id+1) {
			t.Errorf("function %d: %v", id, s.calls(set))
		}
	}
	var few summary
	few.addFunction(1)
	var other Set
	if other.Add(1 << 20); few.calls(other) || few.calls(nil) {
		t.Error("a function is found that is not called")
	}
}

func TestKindOf(t *testing.T) {
	f := open(t, tracetest.Sample(4))
	want := map[string]Kind{"glDrawArrays": Draw, "glDrawElements": Draw, "eglSwapBuffers": Swap, "glPushDebugGroup": Push, "glPopDebugGroup": Pop,
		"gltrace.Error": Error}
	for _, one := range f.Functions() {
		if got := KindOf(one); got != want[one.Name] {
			t.Errorf("%s: %d", one.Name, got)
		}
	}
	for name, want := range map[string]Kind{"glPushGroupMarkerEXT": Push, "glPopGroupMarkerEXT": Pop, "glInsertEventMarkerEXT": Marker,
		"glDebugMessageInsertKHR": Marker, "glPushDebugGroupKHR": Push, "glPopDebugGroupKHR": Pop, "glDrawBuffers": Plain} {
		if got := KindOf(&file.Function{Name: name}); got != want {
			t.Errorf("%s: %d", name, got)
		}
	}
}

func TestDepths(t *testing.T) {
	d := Depths{}
	for range 3 {
		d.After(Pop, 1) // more pops than pushes
	}
	for i := range uint32(1000) {
		d.After(Push, i) // in too many contexts
	}
	if len(d) != contexts || d.Around(Push, 1) != 1 || d.Around(Pop, 1) != 1 || d.Around(Plain, 1) != 1 {
		t.Errorf("%d contexts, %v", len(d), d[1])
	}
}

// broken is a source that fails, or panics, from its second block on.
type broken struct {
	*file.File
	panics bool
}

var errBroken = errors.New("broken")

func (b broken) Calls(from, to int) iter.Seq2[*file.Call, error] {
	if from < Size {
		return b.File.Calls(from, to)
	}
	if b.panics {
		panic("broken")
	}
	return func(yield func(*file.Call, error) bool) { yield(nil, errBroken) }
}

func TestBroken(t *testing.T) {
	for _, panics := range []bool{false, true} {
		x := New(broken{open(t, tracetest.Sample(600)), panics})
		if err := x.Fill(t.Context()); err == nil {
			t.Error("no error")
		}
		if _, err := x.Before(t.Context(), Size); err == nil {
			t.Error("a waiting goroutine was not notified")
		}
		if _, err := x.Within(t.Context(), 0, 1); err == nil {
			t.Error("a goroutine that waits for all blocks was not notified")
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := New(open(t, tracetest.Sample(2))).Before(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
