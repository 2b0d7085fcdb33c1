package index

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
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
	if !x.Calls(0, link) || x.Calls(1, link) || !x.Calls(1, swap) || x.Calls(0, nil) {
		t.Error("blocks with calls of a function are not found")
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
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	u, source := w.Thread(1), "GL_DEBUG_SOURCE_APPLICATION"
	u.Call("glPushGroupMarkerEXT", 0, tracetest.String("a")).Call("glPushDebugGroupKHR", source, 0, -1, tracetest.String("b"))
	u.Call("glPopDebugGroupKHR").Call("glPopGroupMarkerEXT").Call("glInsertEventMarkerEXT", 0, tracetest.String("c"))
	u.Call("glDebugMessageInsertKHR", source, "GL_DEBUG_TYPE_MARKER", 1, "GL_DEBUG_SEVERITY_LOW", -1, tracetest.String("d"))
	u.Call("glDrawBuffers", 0, tracetest.Null())
	w.Close()
	var kinds []Kind
	for _, one := range open(t, out.Bytes()).Functions() {
		kinds = append(kinds, KindOf(one))
	}
	if !slices.Equal(kinds, []Kind{Push, Push, Pop, Pop, Marker, Marker, Plain}) {
		t.Errorf("kinds %v", kinds)
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

func (b broken) Spans(from, to int) iter.Seq2[*file.Span, error] {
	if from < Size {
		return b.File.Spans(from, to)
	}
	if b.panics {
		panic("broken")
	}
	return func(yield func(*file.Span, error) bool) { yield(nil, errBroken) }
}

func TestBroken(t *testing.T) {
	for _, panics := range []bool{false, true} {
		x := New(broken{open(t, tracetest.Sample(600)), panics})
		if _, err := x.Block(t.Context(), 0); err != nil {
			t.Error(err)
		}
		if _, err := x.Before(t.Context(), Size+1); err == nil {
			t.Error("no error")
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := New(open(t, tracetest.Sample(2))).Before(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
