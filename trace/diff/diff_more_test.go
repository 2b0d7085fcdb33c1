package diff

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// pass is a call that a test records.
type pass func(t *tracetest.Thread)

func call(name string, args ...any) pass { return func(t *tracetest.Thread) { t.Call(name, args...) } }

func recorderCall(name string, args ...any) pass {
	return func(t *tracetest.Thread) { t.Synthetic(name, args...) }
}

func swap() pass {
	return call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
}

// thread records calls on one thread in a context.
func thread(calls ...pass) []byte {
	return record(func(w *tracetest.Writer) {
		t := w.Thread(1).NewContext(1, tracetest.Contexts+1, 3, 2, 1)
		for _, one := range calls {
			one(t)
		}
	})
}

func uint32s(values ...uint32) tracetest.Data {
	var b []byte
	for _, v := range values {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return tracetest.Bytes(b)
}

func float(f float32) tracetest.Data { return uint32s(math.Float32bits(f)) }

// TestCompare compares calls that must be equal or different in a mode.
func TestCompare(t *testing.T) {
	query := func(target string, result uint32) []pass {
		return []pass{call("glBeginQuery", target, 3), call("glEndQuery", target), call("glGetQueryObjectuiv", 3, "GL_QUERY_RESULT", uint32s(result))}
	}
	for _, c := range []struct {
		name            string
		a, b            []pass
		exact, tolerant string // the first difference; "": equal
	}{
		{"object names", []pass{call("glGenTextures", 2, uint32s(1, 2)), call("glBindTexture", "GL_TEXTURE_2D", 2), call("glGetIntegerv", "GL_TEXTURE_BINDING_2D", uint32s(2))},
			[]pass{call("glGenTextures", 2, uint32s(7, 4)), call("glBindTexture", "GL_TEXTURE_2D", 4), call("glGetIntegerv", "GL_TEXTURE_BINDING_2D", uint32s(4))}, "", ""},
		{"another object", []pass{call("glGenTextures", 2, uint32s(1, 2)), call("glBindTexture", "GL_TEXTURE_2D", 2)},
			[]pass{call("glGenTextures", 2, uint32s(7, 4)), call("glBindTexture", "GL_TEXTURE_2D", 7)}, "argument texture: A 2; B 7", "argument texture: A 2; B 7"},
		{"a name again", []pass{call("glGenBuffers", 1, uint32s(1)), call("glDeleteBuffers", 1, uint32s(1)), call("glGenBuffers", 1, uint32s(1)), call("glBindBuffer", "GL_ARRAY_BUFFER", 1)},
			[]pass{call("glGenBuffers", 1, uint32s(5)), call("glDeleteBuffers", 1, uint32s(5)), call("glGenBuffers", 1, uint32s(6)), call("glBindBuffer", "GL_ARRAY_BUFFER", 6)}, "", ""},
		{"null", []pass{call("glBindTexture", "GL_TEXTURE_2D", 0)}, []pass{call("glBindTexture", "GL_TEXTURE_2D", 4)}, "argument texture: A 0; B 4", "argument texture: A 0; B 4"},
		{"handles", []pass{call("eglGetCurrentSurface", "EGL_DRAW", tracetest.Returns(0x10))}, []pass{call("eglGetCurrentSurface", "EGL_DRAW", tracetest.Returns(0x20))}, "", ""},
		{"no address", []pass{call("glMapBufferRange", "GL_ARRAY_BUFFER", 0, 4, 1, tracetest.Returns(0x10))}, []pass{call("glMapBufferRange", "GL_ARRAY_BUFFER", 0, 4, 1, tracetest.Returns(0))}, "result: A 0x10; B NULL", "result: A 0x10; B NULL"},
		{"limit", []pass{call("glGetIntegerv", "GL_MAX_TEXTURE_SIZE", uint32s(1))}, []pass{call("glGetIntegerv", "GL_MAX_TEXTURE_SIZE", uint32s(2))}, "data: A [1]; B [2]", ""},
		{"text", []pass{call("glGetString", "GL_RENDERER", tracetest.Returns(tracetest.String("one")))}, []pass{call("glGetString", "GL_RENDERER", tracetest.Returns(tracetest.String("two")))}, `result: A "one"; B "two"`, ""},
		{"element", []pass{call("glGetIntegerv", "GL_VIEWPORT", uint32s(0, 0, 4, 4))}, []pass{call("glGetIntegerv", "GL_VIEWPORT", uint32s(0, 0, 5, 4))}, "element 2: 4; B element 2: 5", "element 2: 4"},
		{"float", []pass{call("glGetFloatv", "GL_LINE_WIDTH", float(1))}, []pass{call("glGetFloatv", "GL_LINE_WIDTH", float(1.0001))}, "data: A [1]; B [1.0001]", ""},
		{"pixel 0", []pass{call("glReadPixels", 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{1, 0, 0, 1}))}, []pass{call("glReadPixels", 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{1, 9, 0, 1}))}, "pixels: A byte 1: 0; B byte 1: 9", ""},
		{"infinity", []pass{call("glGetFloatv", "GL_LINE_WIDTH", float(1))}, []pass{call("glGetFloatv", "GL_LINE_WIDTH", float(float32(math.Inf(1))))}, "data", "data"},
		{"timer", query("GL_TIME_ELAPSED_EXT", 1), query("GL_TIME_ELAPSED_EXT", 2), "", ""},
		{"samples", query("GL_ANY_SAMPLES_PASSED", 1), query("GL_ANY_SAMPLES_PASSED", 0), "params: A [1]; B [0]", "params: A [1]; B [0]"},
		{"available", []pass{call("glGetQueryObjectuiv", 3, "GL_QUERY_RESULT_AVAILABLE", uint32s(0))}, []pass{call("glGetQueryObjectuiv", 3, "GL_QUERY_RESULT_AVAILABLE", uint32s(1))}, "", ""},
		{"buffer age", []pass{call("eglQuerySurface", tracetest.Display, tracetest.Surface, "EGL_BUFFER_AGE_EXT", uint32s(0), tracetest.Returns(1))}, []pass{call("eglQuerySurface", tracetest.Display, tracetest.Surface, "EGL_BUFFER_AGE_EXT", uint32s(2), tracetest.Returns(1))}, "", ""},
		{"fence", []pass{call("glFenceSync", 0x9117, 0, tracetest.Returns(0x10)), call("glClientWaitSync", 0x10, 0, 0, tracetest.Returns(0x911A))}, []pass{call("glFenceSync", 0x9117, 0, tracetest.Returns(0x30)), call("glClientWaitSync", 0x30, 0, 0, tracetest.Returns(0x911B))}, "", ""},
		{"source", []pass{call("glShaderSource", 1, 1, tracetest.String("one"), tracetest.Null())}, []pass{call("glShaderSource", 1, 1, tracetest.String("two"), tracetest.Null())}, "argument string", "argument string"},
		{"location", []pass{call("glUniform1f", 3, 1.0)}, []pass{call("glUniform1f", 4, 1.0)}, "argument location: A 3; B 4", ""},
		{"a missing call", []pass{call("glEnable", "GL_BLEND"), call("glFlush"), swap()}, []pass{call("glFlush"), swap()}, "1 missing, 0 additional", "1 missing"},
		{"an additional call", []pass{call("glFlush"), swap()}, []pass{call("glFlush"), swap(), call("glFinish")}, "end of the thread; B glFinish()", "end of"},
		{"the end", []pass{swap(), call("glFinish"), call("glFlush")}, []pass{swap()}, "A glFinish(); B end of the thread", "end of"},
	} {
		for mode, want := range map[Mode]string{Exact: c.exact, Tolerant: c.tolerant} {
			r := compared(t, thread(c.a...), thread(c.b...), Options{Mode: mode})
			got := ""
			if len(r.Differences) > 0 {
				got = r.Differences[0].String()
			}
			if r.Equal != (want == "") || !strings.Contains(got, want) || len(r.Differences) > 1 {
				t.Errorf("%s, %s: equal %v, %q, expected %q; %d differences", c.name, mode, r.Equal, got, want, len(r.Differences))
			}
		}
	}
}

// TestContexts relates names in each share group.
func TestContexts(t *testing.T) {
	with := func(first, second, share int) []byte {
		return record(func(w *tracetest.Writer) {
			x := w.Thread(1).NewContext(1, tracetest.Contexts+1, 3, 2, 1).Call("glBindTexture", "GL_TEXTURE_2D", first)
			x.NewContext(2, tracetest.Contexts+2, 3, 2, uint32(share)).Call("glBindTexture", "GL_TEXTURE_2D", second)
		})
	}
	if r := compared(t, with(1, 1, 2), with(5, 6, 2), Options{}); !r.Equal || r.Answers.Relation != 0 {
		t.Errorf("two share groups: %+v", r)
	}
	if r := compared(t, with(1, 1, 1), with(5, 6, 1), Options{}); r.Inputs != 1 {
		t.Errorf("one share group: %+v", r)
	}
}

// TestErrors compares GL errors.
func TestErrors(t *testing.T) {
	failed := func(code string) []pass {
		calls := []pass{call("glFlush"), recorderCall("gltrace.Error", "GL_INVALID_ENUM"), call("glEnable", "GL_BLEND")}
		if code != "" {
			calls = append(calls, recorderCall("gltrace.Error", code))
		}
		return append(calls, call("glFinish"))
	}
	a := thread(failed("GL_INVALID_ENUM")...)
	if r := compared(t, a, a, Options{}); !r.Equal || !r.ErrorsCompared {
		t.Errorf("%+v", r)
	}
	for _, other := range []string{"", "GL_INVALID_VALUE"} {
		r := compared(t, a, thread(failed(other)...), Options{})
		if r.Equal || r.Errors != 1 || r.Differences[0].Function != "glEnable" || r.Differences[0].TextA != "GL_INVALID_ENUM" {
			t.Errorf("%q: %+v", other, r)
		}
	}
	played := Options{Played: func(c *file.Call) bool { return c.Function.Name != "glEnable" }}
	b := thread(call("glFlush"), recorderCall("gltrace.Error", "GL_INVALID_ENUM"), call("glFinish"))
	if r := compared(t, thread(failed("GL_INVALID_VALUE")...), b, played); !r.Equal || r.NotPlayed != 1 {
		t.Errorf("not played: %+v", r)
	}
	if r := compared(t, a, thread(call("glFlush"), call("glEnable", "GL_BLEND"), call("glFinish")), Options{}); !r.Equal || r.ErrorsCompared {
		t.Errorf("without errors in B: %+v", r)
	}
}

// TestFrames limits the differences to frames.
func TestFrames(t *testing.T) {
	frame := func(color float64) []pass { return []pass{call("glClearColor", color, 0, 0, 1), swap()} }
	a := thread(append(append(frame(0), frame(0)...), frame(0)...)...)
	b := thread(append(append(frame(1), frame(0)...), frame(1)...)...)
	for frame, equal := range []bool{false, true, false} {
		r := compared(t, a, b, Options{Frames: func(n int) bool { return n == frame }})
		if r.Equal != equal || len(r.Frames) != 1 || r.Frames[0].A != frame || r.Frames[0].Calls != 2 {
			t.Errorf("frame %d: %+v", frame, r)
		}
	}
	if r := compared(t, a, b, Options{}); r.Inputs != 2 || r.Frames[0].Different != 1 || r.Frames[1].Different != 0 {
		t.Errorf("%+v", r)
	}
}

// TestAnswersInFrames counts answers that differ only in the frames.
func TestAnswersInFrames(t *testing.T) {
	recorded := func(first int) []byte {
		return thread(call("glIsEnabled", "GL_BLEND", tracetest.Returns(first)), swap(), call("glIsEnabled", "GL_BLEND", tracetest.Returns(0)), swap())
	}
	for frame, different := range []int{1, 0} {
		r := compared(t, recorded(0), recorded(1), Options{Frames: func(n int) bool { return n == frame }})
		if r.Answers.Different != different || r.Answers.Ignored != 1-different || r.Equal != (different == 0) {
			t.Errorf("frame %d: %+v", frame, r)
		}
	}
}

// TestEndInFrame counts the calls of a frame that B lacks, although B ends in a frame that does not count.
func TestEndInFrame(t *testing.T) {
	a := thread(call("glFlush"), swap(), call("glFlush"), swap(), call("glFlush"), swap())
	r := compared(t, a, thread(call("glFlush")), Options{Frames: func(n int) bool { return n == 1 }})
	if r.Missing != 2 || len(r.Counts) != 1 || len(r.Differences) != 1 || r.Differences[0].Frame != 1 {
		t.Errorf("%+v", r)
	}
}

// TestPlayed leaves out calls that B does not have on purpose.
func TestPlayed(t *testing.T) {
	a := thread(call("glFlush"), call("glFinish"), call("glFlush"), swap())
	b := thread(call("glFinish"), swap())
	r := compared(t, a, b, Options{Played: func(c *file.Call) bool { return c.Function.Name != "glFlush" }})
	if !r.Equal || r.NotPlayed != 2 || r.Calls != 2 {
		t.Errorf("%+v", r)
	}
}

// TestThreads compares threads whose calls interleave differently.
func TestThreads(t *testing.T) {
	run := func(threads ...uint32) []byte {
		return record(func(w *tracetest.Writer) {
			for n, number := range threads {
				w.Thread(number).Call("glClear", 0x4000).Call("glFlush")
				if n == 3 {
					w.Flush()
				}
			}
		})
	}
	if r := compared(t, run(1, 2, 1, 2, 3), run(2, 2, 1, 1, 3), Options{}); !r.Equal || r.Calls != 10 {
		t.Errorf("%+v", r)
	}
	if r := compared(t, run(1, 2, 1), run(1, 1), Options{}); r.Missing != 2 || r.Additional != 0 || len(r.Differences) != 1 {
		t.Errorf("%+v", r)
	}
	if r := compared(t, run(1, 1), run(1, 2, 1, 2), Options{}); r.Missing != 0 || r.Additional != 4 || len(r.Differences) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestDiverge continues where the calls are the same again, without other differences.
func TestDiverge(t *testing.T) {
	var a, b []pass
	for n := range 20 {
		for i := range 30 {
			one := call("glUniform4f", i, 1, 1, 1, 1)
			if n != 4 || i != 7 {
				b = append(b, one)
			}
			if a = append(a, one, call("glEnable", "GL_BLEND")); n == 9 { // other functions in the whole frame
				b = append(b, call("glFinish"))
			} else {
				b = append(b, call("glEnable", "GL_BLEND"))
			}
		}
		a, b = append(a, swap()), append(b, swap())
	}
	r := compared(t, thread(a...), thread(b...), Options{})
	if r.Equal || len(r.Differences) > 3 || len(r.Frames) != 20 || r.Missing+r.Additional > 130 || r.Inputs > 0 {
		t.Errorf("%d frames, %d missing, %d additional, %+v", len(r.Frames), r.Missing, r.Additional, r.Differences)
	}
	if d := r.Differences[0]; d.Frame != 4 || d.Missing != 1 || d.Additional != 0 {
		t.Errorf("%+v", d)
	}
}

// TestLimits compares recordings in which everything differs.
func TestLimits(t *testing.T) {
	var a, b []pass
	for i := range 500 {
		a, b = append(a, call("glClear", i), call("glStencilMask", 1)), append(b, call("glClear", i+1), call("glStencilMask", 2))
	}
	r := compared(t, thread(a...), thread(b...), Options{})
	if r.Inputs != 1000 || len(r.Differences) != 2*mostAlike || len(r.Counts) != 2 || r.Counts[0].Count != 500 {
		t.Errorf("%d inputs, %d differences, %+v", r.Inputs, len(r.Differences), r.Counts)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compare(ctx, open(t, thread(a...)), open(t, thread(b...)), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestPlaceholders compares pointers with what a replay passes instead.
func TestPlaceholders(t *testing.T) {
	null, bytes := tracetest.Null(), func(b ...byte) tracetest.Data { return tracetest.Bytes(b) }
	unread := tracetest.Uncaptured(tracepb.Capture_CAPTURE_FAILED)
	write := func(data tracetest.Data) pass { return call("glBufferSubData", "GL_ARRAY_BUFFER", 0, 2, data) }
	read := func(data tracetest.Data) pass { return call("glGetIntegerv", "GL_VIEWPORT", data) }
	for _, c := range []struct {
		name         string
		a, b         pass
		replay, diff bool // whether they are equal
	}{
		{"zeros", write(null), write(bytes(0, 0)), true, false},
		{"other bytes", write(null), write(bytes(0, 1)), false, false},
		{"null in the replay", write(bytes(0, 0)), write(null), false, false},
		{"zeros instead of data that was not read", write(unread), write(bytes(0, 0)), true, false},
		{"null instead of data that was not read", write(unread), write(null), true, false},
		{"an answer without a place", read(null), read(uint32s(0, 0, 4, 4)), true, false},
		{"an answer of one call", read(unread), read(uint32s(0, 0, 4, 4)), false, false},
	} {
		for placeholders, want := range map[bool]bool{true: c.replay, false: c.diff} {
			noError := recorderCall(file.ErrorFunction, 0) // without it, data that was not read is not compared
			if r := compared(t, thread(c.a, noError), thread(c.b, noError), Options{Placeholders: placeholders}); r.Equal != want {
				t.Errorf("%s, placeholders %v: equal %v, want %v", c.name, placeholders, r.Equal, want)
			}
		}
	}
}

// TestFailed compares memory that calls with GL errors leave undefined.
func TestFailed(t *testing.T) {
	const invalid, none = 0x0500, 0
	get := func(v uint32) pass { return call("glGetIntegerv", "GL_VIEWPORT", uint32s(v)) }
	queried := func(result int) pass { return call("glGetError", tracetest.Returns(result)) }
	recorded := recorderCall(file.ErrorFunction, invalid)
	for _, c := range []struct {
		name string
		with func(memory uint32) []pass
		want bool // whether recordings with different memory are equal
	}{
		{"queried", func(v uint32) []pass { return []pass{queried(none), get(v), queried(invalid)} }, true},
		{"recorded", func(v uint32) []pass { return []pass{get(v), recorded} }, true},
		{"no error", func(v uint32) []pass { return []pass{queried(none), get(v), queried(none)} }, false},
		{"of an earlier call", func(v uint32) []pass { return []pass{queried(none), call("glFlush"), get(v), queried(invalid)} }, false},
		{"of a later call", func(v uint32) []pass { return []pass{queried(none), get(v), call("glFlush"), queried(invalid)} }, false},
		{"unknown", func(v uint32) []pass { return []pass{queried(none), get(v)} }, false},
	} {
		if r := compared(t, thread(c.with(1)...), thread(c.with(2)...), Options{}); r.Equal != c.want {
			t.Errorf("%s: equal %v, want %v: %v", c.name, r.Equal, c.want, r.Differences)
		}
	}
	unwritten := func(v uint32) []byte { return thread(call("glFlush"), get(v), queried(invalid)) }
	for b, want := range map[uint32]bool{0: true, 2: false} {
		if r := compared(t, unwritten(1), unwritten(b), Options{Placeholders: true}); r.Equal != want {
			t.Errorf("%d in a replay: equal %v, want %v", b, r.Equal, want)
		}
	}
	earlier := func(v uint32) []byte { return thread(call("glFlush"), recorded, get(v), queried(invalid)) }
	if r := compared(t, earlier(1), earlier(0), Options{Placeholders: true}); r.Equal {
		t.Error("zeros of a call after the one with the error are accepted")
	}
	last := func(v uint32) []byte { return thread(call("glFlush"), get(v), recorded, queried(invalid)) }
	if r := compared(t, last(1), last(0), Options{Placeholders: true}); !r.Equal {
		t.Errorf("zeros of the call with the error: %v", r.Differences)
	}
	a, b := thread(queried(none), get(1), queried(invalid)), thread(queried(none), get(2), queried(none))
	if r := compared(t, a, b, Options{}); r.Answers.Different != 2 {
		t.Errorf("an error of one side: %d different answers, want 2", r.Answers.Different)
	}
}
