package view

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// A timeline of more calls than are read one by one has all calls and draws.
func TestLongTimeline(t *testing.T) {
	var out bytes.Buffer
	if err := tracetest.Long(&out, (mostExact+2)*index.Size, format.Quick); err != nil {
		t.Fatal(err)
	}
	s := serve(t, out.Bytes(), Options{Log: t.Errorf})
	var answer struct{ Lanes []struct{ Bins []bin } }
	if err := json.Unmarshal(serveRequest(s, "GET", "/api/timeline?width=700", "").Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	calls, draws, want := 0, 0, 0
	for _, l := range answer.Lanes {
		for _, b := range l.Bins {
			calls, draws = calls+b.Calls, draws+b.Draws
			if b.Busy < 0 || b.Busy > b.End-b.Start {
				t.Fatalf("%+v", b)
			}
		}
	}
	for _, f := range s.file.Frames() {
		want += f.Draws
	}
	if calls != s.file.Len() || draws != want {
		t.Errorf("%d calls of %d, %d draws of %d", calls, s.file.Len(), draws, want)
	}
}

// A group ends where its context closes it, some blocks later, after other groups and those of another context.
func TestLongGroup(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one, two := w.Thread(1).NewContext(1, 1, 3, 2, 1), w.Thread(2).NewContext(2, 2, 3, 2, 2)
	push := func(t *tracetest.Thread) {
		t.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("g"))
	}
	push(one)
	for i := range 5 * index.Size {
		one.Call("glFlush")
		if i%3000 == 0 {
			push(one)
			push(two)
			two.Call("glPopDebugGroup")
			one.Call("glPopDebugGroup")
		}
	}
	one.Call("glPopDebugGroup").Call("glFinish")
	w.Close()
	s := serve(t, out.Bytes(), Options{Log: t.Errorf})
	first, last := -1, -1
	for c, err := range s.file.Calls(0, s.file.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "glPushDebugGroup" && first < 0 {
			first = c.Index
		}
		if c.Function.Name == "glPopDebugGroup" && c.Context == 1 {
			last = c.Index
		}
	}
	if end, err := s.groupEnd(t.Context(), first); err != nil || end != last {
		t.Errorf("the group of call %d ends with call %d, not %d: %v", first, end, last, err)
	}
}
