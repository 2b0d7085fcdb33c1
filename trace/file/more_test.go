package file

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// record creates a recording.
func record(o tracetest.Options, make func(*tracetest.Writer)) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, o)
	make(w)
	w.Close()
	return out.Bytes()
}

func calls(t *tracetest.Thread, n int) {
	for i := range n {
		t.Call("glUseProgram", i)
	}
}

func TestGaps(t *testing.T) {
	f := read(t, record(tracetest.Options{}, func(w *tracetest.Writer) {
		a, b := w.Thread(1), w.Thread(2)
		calls(a, 5)
		a.Drop(7)
		calls(a, 2)
		a.Lose()
		calls(b, 1)
		calls(a, 3)
		a.Call("glGetFloatv", "GL_LINE_WIDTH", tracetest.Uncaptured(tracepb.Capture_CAPTURE_NO_ROOM))
		a.Flush()
		calls(a, 1)
		a.Drop(3) // after its last batch, so only the End has it
	}))
	want := []Gap{{Before: 6, Thread: 1, Calls: 9, Dropped: 7, Batches: 1}}
	if got := f.Gaps(); !slices.Equal(got, want) {
		t.Errorf("%+v, expected %+v", got, want)
	}
	if got := f.Totals(); got != (Totals{Losses: format.Losses{Dropped: 10, Uncaptured: 1}, Calls: 11, Lost: 2, Batches: 1}) {
		t.Errorf("%+v", got)
	}
}

// The start of an untimed batch may be too late: the calls in it with times keep their start.
func TestUntimedOrder(t *testing.T) {
	const late = 1 << 30 // ticks
	recording := record(tracetest.Options{Untimed: true}, func(w *tracetest.Writer) {
		one := w.Thread(1)
		calls(one, 2)
		one.Took(time.Millisecond).Call("eglSwapBuffers", 1, 2)
	})
	f := read(t, eachBatch(t, recording, func(b *tracepb.Batch) {
		b.Start += late
		b.Starts[0] -= late
	}))
	for i, want := range []string{"glUseProgram", "glUseProgram", "eglSwapBuffers"} {
		if c, err := f.Call(i); err != nil || c.Function.Name != want {
			t.Errorf("call %d: %v, %v; expected %s", i, c, err, want)
		}
	}
}

// eachBatch changes the batches of a recording.
func eachBatch(t *testing.T, recording []byte, change func(*tracepb.Batch)) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Unpacked)
	r := format.NewReader(bytes.NewReader(recording))
	for err == nil {
		var c format.Chunk
		if c, err = r.Next(); err != nil {
			break
		}
		if c.Type == tracepb.ChunkType_CHUNK_BATCH {
			b := &tracepb.Batch{}
			if err = proto.Unmarshal(c.Body, b); err != nil {
				break
			}
			change(b)
			err = w.Message(c.Type, c.Thread, b)
		} else {
			err = w.Write(c)
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Without times, the order is that of batches, and EGL calls define their position.
func TestUntimed(t *testing.T) {
	f := read(t, record(tracetest.Options{Untimed: true, PerBatch: 4}, func(w *tracetest.Writer) {
		for range 3 {
			calls(w.Thread(1), 2)
			w.Thread(1).Took(time.Millisecond).Call("eglSwapBuffers", 1, 2)
			calls(w.Thread(1), 1)
			calls(w.Thread(2), 4)
		}
	}))
	var names []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if timed := c.Function.IsSwap(); (c.Duration != Untimed) != timed || timed && c.Duration != time.Millisecond {
			t.Errorf("%+v", c)
		}
		names = append(names, strings.Repeat(" ", int(c.Thread))+c.Function.Name[:3])
	}
	if got, want := strings.Join(names, ""), strings.Repeat(" glU glU egl glU"+strings.Repeat("  glU", 4), 3); got != want {
		t.Errorf("%s, not\n%s", got, want)
	}
	if n := len(f.Frames()); n != 3 {
		t.Errorf("%d frames", n)
	}
}

// Two readings of both clocks define the length of a tick and override the first value.
func TestClock(t *testing.T) {
	p := func(ticks, ns, rate uint64) *tracepb.Clock {
		return &tracepb.Clock{Ticks: ticks, MonotonicNs: ns, TicksPerSecond: rate}
	}
	one := newClock(p(1000, 5_000_000_000, 500_000_000))
	two := one.with(p(1000+400_000_000, 6_000_000_000, 1))
	three := two.with(p(1000+500_000_000, 7_000_000_000, 1))
	for _, c := range []struct {
		clock clock
		ticks uint64
		want  time.Duration
	}{
		{one, 1000, 0},
		{one, 1500, 1000},
		{one, 500, -1000},
		{two, 1000 + 200_000_000, 500 * time.Millisecond},
		{two, 1000 + 800_000_000, 2 * time.Second},
		{two, 960, -100},
		{three, 1000 + 400_000_000, time.Second},
		{three, 1000 + 450_000_000, 1500 * time.Millisecond},
		{three, 1000 + 600_000_000, 3 * time.Second},
		{one, 1<<64 - 1, 1<<63 - 1},
		{newClock(p(0, 0, 0)), 77, 77},
		{newClock(nil), 1 << 63, 1<<63 - 1},
		{newClock(p(1<<64-1, 0, 1)), 0, -(1<<63 - 1)},
	} {
		if got := c.clock.at(c.ticks); got != c.want {
			t.Errorf("%v at %d: %d, expected %d", c.clock, c.ticks, got, c.want)
		}
	}
	for _, useless := range []*tracepb.Clock{p(900, 9_000_000_000, 1), p(2000, 4_000_000_000, 1), p(1000, 9_000_000_000, 1), p(2000, 5_000_001_000, 1)} {
		if got := one.with(useless); len(got.points) != 1 {
			t.Errorf("the time %v was accepted", useless)
		}
	}
}

// A recorder whose ticks are not nanoseconds gives the same times.
func TestTicks(t *testing.T) {
	want := text(t, read(t, tracetest.Sample(4)))
	if got := text(t, read(t, tracetest.SampleWith(4, tracetest.Options{Ticks: 10_000_000_000}))); got != want {
		t.Error("times differ")
	}
	first, _ := read(t, tracetest.SampleWith(90, tracetest.Options{Hello: &tracepb.Hello{Clock: &tracepb.Clock{TicksPerSecond: 7}}})).Call(100)
	again, _ := read(t, tracetest.Sample(90)).Call(100)
	if first.Start != again.Start || first.Duration != again.Duration {
		t.Errorf("%v and %v, %v and %v", first.Start, again.Start, first.Duration, again.Duration)
	}
}

// A growing file can be read while it grows, also concurrently.
func TestRefresh(t *testing.T) {
	data := tracetest.SampleWith(40, tracetest.Options{PerBatch: 30})
	path := filepath.Join(t.TempDir(), "live.gltrace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if f, err := Open(path); err == nil {
		t.Errorf("opening an empty file: got error %v", f)
	}
	n := 400
	if _, err := out.Write(data[:n]); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					readEverything(t, f)
				}
			}
		})
	}
	var seen []string
	for n < len(data) {
		step := min(777, len(data)-n)
		if _, err := out.Write(data[n : n+step]); err != nil {
			t.Fatal(err)
		}
		n += step
		before := f.Len()
		grown, err := f.Refresh()
		if err != nil || !grown && f.Len() != before {
			t.Fatal(grown, err)
		}
		got := names(t, f)
		if !slices.Equal(got[:len(seen)], seen) {
			t.Fatal("earlier calls changed")
		}
		seen = got
	}
	close(stop)
	readers.Wait()
	whole := read(t, data)
	if f.Len() != whole.Len() || f.Cut() != 0 || f.End() == nil || len(f.Frames()) != 40 || f.Totals() != whole.Totals() {
		t.Errorf("%d calls, %d cut, %v", f.Len(), f.Cut(), f.Totals())
	}
	slices.Sort(seen)
	want := names(t, whole)
	slices.Sort(want)
	if !slices.Equal(seen, want) {
		t.Error("different calls than in the complete recording")
	}
}

// names returns the calls without what may change: the frame of calls in the incomplete frame.
func names(t *testing.T, f *File) (out []string) {
	t.Helper()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c.Function.Name+" "+strings.Repeat("|", int(c.Thread)))
	}
	return out
}

// readEverything reads everything from a file.
func readEverything(t *testing.T, f *File) {
	n := 0
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil || c.Index != n {
			t.Error(c, err)
			return
		}
		n++
	}
	for _, fr := range f.Frames() {
		if c, err := f.Call(fr.Last); err != nil || !c.Function.IsSwap() {
			t.Error(c, err)
			return
		}
	}
	_, _, _, _, _, _ = f.Contexts(), f.Threads(), f.Functions(), f.Totals(), f.Gaps(), f.Cut()
}

func TestShorter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, tracetest.Sample(1), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Refresh(); err == nil {
		t.Error("a shorter file is not detected")
	}
	if _, err := f.Call(f.Len() - 1); err == nil {
		t.Error("Call succeeds for an index out of range")
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a directory can be opened")
	}
}

func TestPayload(t *testing.T) {
	big := bytes.Repeat([]byte("0123456789abcdef"), 20<<10)
	f := read(t, record(tracetest.Options{Packing: format.Quick}, func(w *tracetest.Writer) {
		w.Thread(1).Call("glBufferData", "GL_ARRAY_BUFFER", len(big), tracetest.Bytes(big), "GL_STATIC_DRAW")
	}))
	c, err := f.Call(0)
	if err != nil {
		t.Fatal(err)
	}
	d := c.Args[2].Data
	got, err := f.Payload(d.Payloads)
	if err != nil || !bytes.Equal(got, big) || d.Size != uint64(len(big)) || len(d.Payloads) != 5 {
		t.Errorf("%d bytes in %v, %v", len(got), d.Payloads, err)
	}
	if f.Totals().Payloads != 1 {
		t.Errorf("%d payloads for equal contents", f.Totals().Payloads)
	}
	if _, err := f.Payload([]uint64{99}); err == nil {
		t.Error("a missing payload can be read")
	}
	if _, err := f.Payload(make([]uint64, 1+maxTogether/format.MaxPayload)); err == nil {
		t.Error("more than 256 MiB are joined")
	}
	if got, err := f.Payload(nil); len(got) != 0 || err != nil {
		t.Error(got, err)
	}
}

// TestLateImages: an image belongs to the frame that it was taken of, however late it arrives, also in a
// growing recording.
func TestLateImages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "late.gltrace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := tracetest.NewWriter(out, tracetest.Options{PerBatch: 1})
	m, other := w.Thread(1), w.Thread(2)
	m.NewContext(1, tracetest.Contexts+1, 3, 2, 1)
	other.NewContext(2, tracetest.Contexts+2, 3, 2, 1)
	image := func(ago int) {
		m.Synthetic("gltrace.FrameImage", tracetest.Surface, 1, 1, 1, 1, ago, tracetest.Bytes([]byte{1, 2, 3, 4}))
	}
	swap := func(t *tracetest.Thread) {
		t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}
	swap(m)     // call 2, frame 0
	swap(other) // 3, 1
	image(1)    // 4: of frame 0
	swap(m)     // 5, 2
	w.Flush()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	images := func() (all []int) {
		for _, fr := range f.Frames() {
			all = append(all, fr.Image)
		}
		return all
	}
	old := f.Frames()
	if got := images(); !slices.Equal(got, []int{4, -1, -1}) {
		t.Errorf("%v", got)
	}
	swap(m)   // 6, 3
	image(2)  // 7: of frame 2
	image(0)  // 8: of frame 4
	image(99) // 9: of none
	swap(m)   // 10, 4
	w.Close()
	if _, err := f.Refresh(); err != nil {
		t.Fatal(err)
	}
	if got := images(); !slices.Equal(got, []int{4, -1, 7, -1, 8}) || old[2].Image != -1 {
		t.Errorf("got %v, before %v", got, old[2].Image)
	}
}

// An image belongs to the frame of its context, which can have been current on another thread.
func TestImagesElsewhere(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 1})
	one, two := w.Thread(1), w.Thread(2)
	image := func(t *tracetest.Thread, ago int) {
		t.Synthetic("gltrace.FrameImage", tracetest.Surface, 1, 1, 1, 1, ago, tracetest.Bytes([]byte{1, 2, 3, 4}))
	}
	swap := func(t *tracetest.Thread) {
		t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}
	one.NewContext(1, tracetest.Contexts+1, 3, 2, 1)
	two.NewContext(2, tracetest.Contexts+2, 3, 2, 1)
	swap(two) // call 2, frame 0, of context 2
	swap(one) // 3, 1, of context 1
	one.Context(0)
	two.Context(1)
	image(two, 1) // 4: of frame 1
	image(two, 0) // 5: of frame 3, which context 1 ends on the first thread
	two.Context(2)
	one.Context(1)
	image(two, 1) // 6: of frame 0
	swap(two)     // 7, 2, of context 2
	swap(one)     // 8, 3, of context 1
	w.Close()
	f, err := Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got []int
	for _, fr := range f.Frames() {
		got = append(got, fr.Image)
	}
	if want := []int{6, 4, -1, 5}; !slices.Equal(got, want) {
		t.Errorf("images %v of the frames, want %v", got, want)
	}
}

// While the machine sleeps, CLOCK_BOOTTIME counts time and CLOCK_MONOTONIC does not: the closest reading
// applies.
func TestBoottime(t *testing.T) {
	const awake, slept = 10 * second, 3600 * second
	at := func(ns, boot uint64) *tracepb.Clock {
		return &tracepb.Clock{Ticks: ns, MonotonicNs: awake + ns, BoottimeNs: boot + ns}
	}
	c := newClock(at(0, awake)).with(at(second, awake)).with(at(2*second, awake+slept)).with(at(3*second, 0))
	for since, want := range map[time.Duration]uint64{-time.Second: awake, 0: awake, 1400 * time.Millisecond: awake, 1600 * time.Millisecond: awake + slept,
		2500 * time.Millisecond: awake + slept, time.Hour: awake + slept} {
		if got := c.boottime(since); got != time.Duration(want)+since {
			t.Errorf("%v: %v, want %v", since, got, time.Duration(want)+since)
		}
	}
}

// TestThreadSpan reads the calls of each thread of a recording with interleaved threads.
func TestThreadSpan(t *testing.T) {
	f := read(t, record(tracetest.Options{PerBatch: 7}, func(w *tracetest.Writer) {
		for i := range 60 {
			calls(w.Thread(uint32(1+i*i%3)), 1+i%4)
		}
	}))
	read := 0
	for _, thread := range f.Threads() {
		var got []int
		for from := 0; ; {
			s, err := f.ThreadSpan(thread.Number, from)
			if err != nil {
				t.Fatal(err)
			}
			if s == nil {
				break
			}
			for i := range s.Len {
				c := s.Call(i)
				if got = append(got, c.Index); c.Thread != thread.Number || c.Index != s.First+i || s.Cells(i)[0] != c.Args[0].Bits {
					t.Fatalf("call %d of thread %d: %+v", s.First+i, thread.Number, c)
				}
			}
			from = s.First + s.Len
		}
		if len(got) != thread.Calls || !slices.IsSorted(got) {
			t.Errorf("thread %d: calls %v", thread.Number, got)
		}
		read += len(got)
	}
	if read != f.Len() {
		t.Errorf("%d calls of threads, %d in all", read, f.Len())
	}
	if s, err := f.ThreadSpan(9, 0); s != nil || err != nil {
		t.Errorf("unknown thread: %+v, %v", s, err)
	}
}
