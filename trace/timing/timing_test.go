package timing

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// record makes a recording with a context and a surface.
func record(t *testing.T, calls func(*tracetest.Thread)) *file.File {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	main := w.Thread(1)
	main.Call("eglMakeCurrent", tracetest.Display, tracetest.Surface, tracetest.Surface, 0x1000, tracetest.Returns("EGL_TRUE"))
	main.NewContext(1, 0x1000, 3, 2, 1)
	calls(main)
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func draw(t *tracetest.Thread, took time.Duration) {
	t.Took(took).Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
}

func dispatch(t *tracetest.Thread, took time.Duration) {
	t.Took(took).Call("glDispatchCompute", 1, 1, 1)
}

func swap(t *tracetest.Thread) {
	t.Took(time.Microsecond).Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
}

// frame makes the calls of a frame: a draw to a framebuffer, then a draw and a dispatch with another one.
func frame(t *tracetest.Thread) {
	t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 7)
	draw(t, 2*time.Microsecond)
	t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
	draw(t, 3*time.Microsecond)
	dispatch(t, 4*time.Microsecond)
	swap(t)
}

// gpu makes the call with the time of a draw or dispatch that was ago draws and dispatches before.
func gpu(t *tracetest.Thread, ago int, took time.Duration, disjoint bool) {
	t.Synthetic("gltrace.GPUTime", 0, ago, int64(took), disjoint)
}

// two is a recording of two frames.
func two(t *testing.T) *file.File {
	return record(t, func(t *tracetest.Thread) { frame(t); frame(t) })
}

// planOf returns a plan that has seen the calls of some rounds of frames from 1 on.
func planOf(t *testing.T, a *file.File, m Method, rounds int) *Plan {
	t.Helper()
	p, err := New(t.Context(), a, m, func(n int) bool { return n >= 1 })
	if err != nil {
		t.Fatal(err)
	}
	for n := range rounds {
		for c, err := range a.Calls(0, a.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			if n > 0 && c.Frame == 0 {
				continue // later rounds begin with the first measured frame
			}
			p.Requests(c)
		}
	}
	return p
}

func times(median, lowest, highest time.Duration) *Times {
	return &Times{median * time.Microsecond, lowest * time.Microsecond, highest * time.Microsecond}
}

// For Finish, the player reads the clock before a draw of the measured frames, after it, and when the GPU has finished.
func TestRequests(t *testing.T) {
	a := two(t)
	for _, m := range []Method{Query, Finish} {
		p, err := New(t.Context(), a, m, func(n int) bool { return n == 1 })
		if err != nil || p.Len() != 3 {
			t.Fatalf("%s: %v, %d draws and dispatches", m, err, p.Len())
		}
		asked := 0
		for c, err := range a.Calls(0, a.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			out := p.Requests(c)
			want := replay.Around{}
			if m == Finish && c.Frame == 1 && c.Function.IsGPUWork() {
				id := uint64(len(p.made) - 1)
				want = replay.Around{Before: []replay.Request{replay.Clock(id, true)}, After: []replay.Request{replay.Clock(id, false), replay.Clock(id, true)}}
				asked++
			}
			if !reflect.DeepEqual(out, want) {
				t.Errorf("%s: call %d, %s: %+v; want %+v", m, c.Index, c.Function.Name, out, want)
			}
		}
		if m == Finish && asked != 3 {
			t.Errorf("%d calls are measured", asked)
		}
	}
}

// The times of Finish are differences of clocks. Each row has the sum of its draws in each round.
func TestFinished(t *testing.T) {
	p := planOf(t, two(t), Finish, 3)
	for _, round := range []time.Duration{10, 40, 20} { // of the GPU, for each draw and dispatch
		for at := range time.Duration(3) {
			before := 1000 * at
			for _, clock := range []time.Duration{before, before + at + 1, before + round + at} {
				if err := p.Reading(&replay.Reading{Time: clock * time.Microsecond}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for by, want := range map[By][]Row{
		Draw: {
			{Frame: 1, Pass: 1, Draw: 2, Call: 12, Function: "glDispatchCompute", Work: 1, GPU: times(22, 12, 42), CPU: *times(3, 3, 3), Varies: "all rounds differ"},
			{Frame: 1, Pass: 1, Draw: 1, Call: 11, Function: "glDrawArrays", Work: 1, GPU: times(21, 11, 41), CPU: *times(2, 2, 2), Varies: "all rounds differ"},
			{Frame: 1, Pass: 0, Draw: 0, Call: 9, Function: "glDrawArrays", Framebuffer: 7, Work: 1, GPU: times(20, 10, 40), CPU: *times(1, 1, 1), Varies: "all rounds differ"},
		},
		Pass: {
			{Frame: 1, Pass: 1, Draw: -1, Call: 11, Work: 2, GPU: times(43, 23, 83), CPU: *times(5, 5, 5), Varies: "all rounds differ"},
			{Frame: 1, Pass: 0, Draw: -1, Call: 9, Framebuffer: 7, Work: 1, GPU: times(20, 10, 40), CPU: *times(1, 1, 1), Varies: "all rounds differ"},
		},
		Frame: {{Frame: 1, Pass: -1, Draw: -1, Call: 9, Work: 3, GPU: times(63, 33, 123), CPU: *times(6, 6, 6), Varies: "all rounds differ"}},
	} {
		rows, err := p.Finished(Options{By: by, Threshold: 0.1})
		if err != nil || !reflect.DeepEqual(rows, want) {
			t.Errorf("%s: %v\n%+v\nwant\n%+v", by, err, rows, want)
		}
	}
	p.times = p.times[:len(p.times)-1]
	if _, err := p.Finished(Options{By: Draw}); err == nil || !strings.Contains(err.Error(), "8 of the draws") {
		t.Errorf("without the last clock: %v", err)
	}
}

// replayed makes the recording of a replay: the first frame, and some rounds of the second one, each with the times of the GPU of
// its draws, at the swap of the round. A negative time is missing.
func replayed(t *testing.T, rounds ...[3]time.Duration) *file.File {
	return record(t, func(t *tracetest.Thread) {
		frame(t)
		for _, round := range rounds {
			frame(t)
			for at, took := range round {
				if took >= 0 {
					gpu(t, 2-at, took*time.Microsecond, false)
				}
			}
		}
	})
}

// The time of a frame in the driver is that of all its calls: two of 50 ns more.
func TestRecorded(t *testing.T) {
	p := planOf(t, two(t), Query, 2)
	b := replayed(t, [3]time.Duration{30, 20, 10}, [3]time.Duration{31, 21, 11})
	frame := Times{10*time.Microsecond + 100, 10*time.Microsecond + 100, 10*time.Microsecond + 100}
	for by, want := range map[By][]Row{
		Pass: {
			{Frame: 1, Pass: 1, Draw: -1, Call: 11, Work: 2, GPU: times(31, 30, 32), CPU: *times(7, 7, 7)},
			{Frame: 1, Pass: 0, Draw: -1, Call: 9, Framebuffer: 7, Work: 1, GPU: &Times{30500, 30000, 31000}, CPU: *times(2, 2, 2)},
		},
		Frame: {{Frame: 1, Pass: -1, Draw: -1, Call: 9, Work: 3, GPU: &Times{61500, 60000, 63000}, CPU: frame}},
	} {
		rows, err := p.Recorded(t.Context(), b, nil, Options{By: by, Threshold: 0.25})
		if err != nil || !reflect.DeepEqual(rows, want) {
			t.Errorf("%s: %v\n%+v\nwant\n%+v", by, err, rows, want)
		}
	}
}

// A missing time is not zero: the rows with the draw have no time of that round. A row without any time is the last one.
func TestMissingTimes(t *testing.T) {
	const none = -1
	p := planOf(t, two(t), Query, 3)
	b := replayed(t, [3]time.Duration{none, none, 100}, [3]time.Duration{none, 20, 110}, [3]time.Duration{none, 24, none})
	for by, want := range map[By][]Row{
		Draw: {
			{Frame: 1, Pass: 1, Draw: 2, Call: 12, Function: "glDispatchCompute", Work: 1, GPU: times(105, 100, 110), CPU: *times(4, 4, 4), Untimed: 1},
			{Frame: 1, Pass: 1, Draw: 1, Call: 11, Function: "glDrawArrays", Work: 1, GPU: times(22, 20, 24), CPU: *times(3, 3, 3), Untimed: 1},
			{Frame: 1, Pass: 0, Draw: 0, Call: 9, Function: "glDrawArrays", Framebuffer: 7, Work: 1, CPU: *times(2, 2, 2), Untimed: 1},
		},
		Pass: {
			{Frame: 1, Pass: 1, Draw: -1, Call: 11, Work: 2, GPU: times(130, 130, 130), CPU: *times(7, 7, 7), Untimed: 2},
			{Frame: 1, Pass: 0, Draw: -1, Call: 9, Framebuffer: 7, Work: 1, CPU: *times(2, 2, 2), Untimed: 1},
		},
	} {
		rows, err := p.Recorded(t.Context(), b, nil, Options{By: by, Threshold: 0.25})
		if err != nil || !reflect.DeepEqual(rows, want) {
			t.Errorf("%s: %v\n%+v\nwant\n%+v", by, err, rows, want)
		}
	}
}

// A replay must make the draws of the recording, but for functions that the driver does not have.
func TestRecordedOthers(t *testing.T) {
	p := planOf(t, two(t), Query, 1)
	fewer := func(t *tracetest.Thread) { draw(t, 0); draw(t, 0); swap(t) }
	for name, c := range map[string]struct {
		calls   func(*tracetest.Thread)
		missing []string
		rows    int
		failure string
	}{
		"the same":       {func(t *tracetest.Thread) { frame(t); frame(t) }, nil, 3, ""},
		"missing":        {func(t *tracetest.Thread) { fewer(t); fewer(t) }, []string{"glDispatchCompute"}, 2, ""},
		"another call":   {func(t *tracetest.Thread) { frame(t); dispatch(t, 0) }, nil, 0, "the replay made call 9 as glDispatchCompute"},
		"one call more":  {func(t *tracetest.Thread) { frame(t); frame(t); frame(t) }, nil, 3, "additional call glDrawArrays"},
		"less of a call": {func(t *tracetest.Thread) { fewer(t); fewer(t) }, nil, 0, "the replay made call"},
	} {
		rows, err := p.Recorded(t.Context(), record(t, c.calls), c.missing, Options{By: Draw})
		if failed := err != nil; failed != (c.failure != "") || failed && !strings.Contains(err.Error(), c.failure) || !failed && len(rows) != c.rows {
			t.Errorf("%s: %v, %d rows", name, err, len(rows))
		}
	}
}

// disjoint times make a row uncertain, and so do times that differ.
func TestReasons(t *testing.T) {
	for name, c := range map[string]struct {
		rounds   []time.Duration // us; negative: missing
		disjoint bool
		reason   string
	}{
		"equal":            {rounds: []time.Duration{100, 100, 100}},
		"one round":        {rounds: []time.Duration{100}},
		"below 10 us":      {rounds: []time.Duration{1, 11, 5}},
		"below the part":   {rounds: []time.Duration{100, 124, 110}},
		"two rounds":       {rounds: []time.Duration{100, 200}, reason: "all rounds differ"},
		"first":            {rounds: []time.Duration{300, 100, 101}, reason: "the first round differs"},
		"one":              {rounds: []time.Duration{100, 300, 100, 101}, reason: "one round differs"},
		"all":              {rounds: []time.Duration{100, 300, 200, 400}, reason: "all rounds differ"},
		"no first":         {rounds: []time.Duration{-1, 300, 100, 101}, reason: "all rounds differ"},
		"one and no first": {rounds: []time.Duration{-1, 300, 100, 101, 102}, reason: "one round differs"},
		"none":             {rounds: []time.Duration{-1, -1}},
		"disjoint":         {rounds: []time.Duration{100, 100}, disjoint: true, reason: "the clock of the GPU changed"},
	} {
		g := group{untimed: map[int]bool{}}
		for n, took := range c.rounds {
			g.add(sample{moment: moment{round: n}, gpu: took * time.Microsecond, timed: took >= 0, disjoint: c.disjoint})
		}
		g.finish(0.25)
		if g.Varies != c.reason {
			t.Errorf("%s: %q; want %q", name, g.Varies, c.reason)
		}
	}
}

// An even number of times has the middle between two as its median.
func TestTimesOf(t *testing.T) {
	for _, c := range []struct {
		list []time.Duration
		want Times
	}{
		{[]time.Duration{5}, Times{5, 5, 5}},
		{[]time.Duration{9, 1, 5}, Times{5, 1, 9}},
		{[]time.Duration{9, 1, 5, 7}, Times{6, 1, 9}},
	} {
		if got := timesOf(c.list); got != c.want {
			t.Errorf("%v: %v; want %v", c.list, got, c.want)
		}
	}
}
