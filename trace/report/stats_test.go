package report

import (
	"bytes"
	"context"
	"math"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func openSample(t *testing.T, data []byte) *file.File {
	t.Helper()
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestComputeStats(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	m := w.Thread(1)
	for i := range 1000 {
		m.Took(time.Duration(i+1)*time.Microsecond).Call("glEnable", "GL_BLEND")
	}
	m.Call("glEnable", 1).Synthetic("gltrace.Error", "GL_INVALID_ENUM")
	m.Call("glGetError", tracetest.Returns("GL_INVALID_ENUM")).Call("eglSwapBuffers", 1, 2, tracetest.Returns(0)).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	m.Synthetic("glGetError", tracetest.Returns(0))
	w.Close()
	f := openSample(t, b.Bytes())
	r, err := ComputeStats(context.Background(), f, 0, f.Len())
	if err != nil {
		t.Fatal(err)
	}
	if r.Calls != 1004 || r.Errors != 3 || len(r.Functions) != 3 || r.Functions[0].Name != "glEnable" {
		t.Fatalf("%+v", r)
	}
	e := r.Functions[0]
	if e.Count != 1001 || e.Errors != 1 || e.Max != 1000*time.Microsecond || e.Total != 500500*time.Microsecond+50 || e.Mean != e.Total/1001 {
		t.Errorf("%+v", e)
	}
	near := func(got, want time.Duration) bool { return math.Abs(float64(got-want)) <= float64(want)/100 }
	if !near(e.P50, 500*time.Microsecond) || !near(e.P99, 990*time.Microsecond) {
		t.Errorf("p50 %v, p99 %v", e.P50, e.P99)
	}
	if part, err := ComputeStats(context.Background(), f, 10, 20); err != nil || part.Calls != 10 || part.Functions[0].Max != 20*time.Microsecond {
		t.Errorf("a part: %+v, %v", part, err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := ComputeStats(stopped, f, 0, f.Len()); err == nil {
		t.Error("not stopped by the context")
	}
}

// TestComputeFrameStats checks that a frame has only the calls of its own thread.
func TestComputeFrameStats(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{PerBatch: 2})
	m, other := w.Thread(1), w.Thread(2)
	for range 3 {
		m.Call("glClear", 0x4000)
		other.Call("glFlush")
		m.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	}
	other.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	w.Close()
	f := openSample(t, b.Bytes())
	for _, c := range []struct{ first, last, calls, functions int }{{1, 1, 2, 2}, {0, 2, 6, 2}, {3, 3, 4, 2}, {0, 3, 10, 3}} {
		if r, err := ComputeFrameStats(t.Context(), f, c.first, c.last); err != nil || r.Calls != c.calls || len(r.Functions) != c.functions {
			t.Errorf("frames %d to %d: %+v, %v", c.first, c.last, r, err)
		}
	}
}

func TestUntimed(t *testing.T) {
	f := openSample(t, tracetest.SampleWith(3, tracetest.Options{Untimed: true}))
	r, err := ComputeStats(context.Background(), f, 0, f.Len())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range r.Functions {
		if one.Name == "glClear" && (one.Timed != 0 || one.Mean != 0 || one.Count != 3) {
			t.Errorf("%+v", one)
		}
	}
}

// TestPlaces checks that each duration is near the middle of its class.
func TestPlaces(t *testing.T) {
	for _, d := range []time.Duration{0, 1, 127, 128, 255, 256, 257, 1000, 123456, time.Second, time.Hour, math.MaxInt64} {
		if got := middle(place(d)); math.Abs(float64(got-d)) > float64(d)/128 {
			t.Errorf("%d is in the histogram class of %d", d, got)
		}
	}
	last := int32(-1)
	for d := range time.Duration(5000) {
		if p := place(d); p < last {
			t.Fatalf("class of %d: %d, before %d", d, p, last)
		} else {
			last = p
		}
	}
}
