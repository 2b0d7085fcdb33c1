package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// frames returns a recording of two threads that draw frames alternately. A function is defined after the
// first of them has ended.
func frames(t *testing.T, untimed bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{Untimed: untimed, PerBatch: 7})
	for i := range 10 {
		for n := range uint32(2) {
			w.At(time.Duration(i*20+int(n)*10) * time.Microsecond)
			one := w.Thread(n + 1)
			one.Call("glClearColor", 0.5, float64(i), 0, 1)
			if i > 4 {
				one.Call("glEnable", 0xbe2)
			}
			one.Call("glBufferData", 0x8892, 16, tracetest.String(fmt.Sprintf("%15d", i)), 0x88e4)
			one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
		}
	}
	w.Close()
	return out.Bytes()
}

// shortened returns a recording up to a frame, as a file.
func shortened(t *testing.T, recording []byte, last uint64) *file.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.gltrace")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out, err := format.NewWriter(f, format.Quick)
	tally, in := newTally(last), format.NewReader(bytes.NewReader(recording))
	for err == nil {
		var c format.Chunk
		if c, err = in.Next(); err != nil {
			break
		}
		wanted := false
		if c, wanted, err = tally.count(c); err == nil && wanted {
			err = out.Write(c)
		}
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	opened, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	if opened.Len() != int(tally.Calls) || opened.End().GetCalls() != tally.Calls {
		t.Errorf("%d calls in the file, %d reported, %d in End", opened.Len(), tally.Calls, opened.End().GetCalls())
	}
	return opened
}

// formatCalls returns the calls of a thread as text.
func formatCalls(t *testing.T, f *file.File, thread uint32) (list []string) {
	t.Helper()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Thread != thread {
			continue
		}
		words := fmt.Sprint(c.Function.Name, c.Start, c.Duration)
		for _, arg := range c.Args {
			words += fmt.Sprint(" ", arg.Bits)
			if arg.Data != nil && arg.Data.Capture == tracepb.Capture_CAPTURE_DATA {
				data, err := f.Payload(arg.Data.Payloads)
				if err != nil {
					t.Error(err)
				}
				words += fmt.Sprintf(" %q", data)
			}
		}
		list = append(list, words)
	}
	return list
}

// A recording with a frame limit has all calls up to there, and none after.
func TestLastFrame(t *testing.T) {
	for _, untimed := range []bool{false, true} {
		recording := frames(t, untimed)
		whole := shortened(t, recording, 0)
		for last := uint64(1); last <= 20; last++ {
			f := shortened(t, recording, last)
			swaps, latest := 0, time.Duration(0)
			for c, err := range f.Calls(0, f.Len()) {
				if err != nil {
					t.Fatal(err)
				}
				if c.Function.Name == "eglSwapBuffers" {
					swaps, latest = swaps+1, max(latest, c.Start+c.Duration)
				}
			}
			if swaps != int(last) {
				t.Errorf("%d frames, not %d", swaps, last)
			}
			for thread := uint32(1); thread <= 2; thread++ {
				all, some := formatCalls(t, whole, thread), formatCalls(t, f, thread)
				if len(some) > len(all) || fmt.Sprint(all[:len(some)]) != fmt.Sprint(some) {
					t.Errorf("last frame %d, thread %d:\n%q\n%q", last, thread, some, all)
				}
			}
		}
	}
}

// A malicious recorder cannot exhaust the memory with definitions, or with calls of undefined functions.
func TestHostileCut(t *testing.T) {
	count := func(tally *tally, b *tracepb.Batch) error {
		body, err := proto.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = tally.count(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: 1, Body: body})
		return err
	}
	swap := &tracepb.Function{Id: 1, Name: "eglSwapBuffers"}
	wide := &tracepb.Function{Id: 2, Name: "glFlush", Parameters: make([]*tracepb.Parameter, 300_000)}
	for i := range wide.Parameters {
		wide.Parameters[i] = &tracepb.Parameter{}
	}
	const calls = 1 << 20
	for name, b := range map[string]*tracepb.Batch{
		"cells in no column": {Functions: []*tracepb.Function{swap, wide}, Used: []uint32{1, 2}, Count: calls, Function: append(make([]byte, 1), bytes.Repeat([]byte{1}, calls-1)...)},
		"not defined":        {Functions: []*tracepb.Function{swap}, Used: []uint32{1, 7}, Count: 2, Function: []byte{0, 1}},
	} {
		if err := count(newTally(1), b); err == nil || !strings.Contains(err.Error(), "not defined") {
			t.Errorf("%s: %v", name, err)
		}
	}
	tally, err, batches := newTally(1), error(nil), 0
	for ; err == nil && batches < 100; batches++ {
		err = count(tally, &tracepb.Batch{Functions: []*tracepb.Function{{Id: uint32(batches), Name: strings.Repeat("x", 1<<20-100)}}})
	}
	if batches < 30 || batches > 40 {
		t.Errorf("%d batches of definitions accepted; error %v", batches, err)
	}
}

// The image of the last frame can arrive on another thread, on which the context is current then.
func TestLastImageOfAnotherThread(t *testing.T) {
	const moves = 3 // frames of the context on a thread
	for _, ago := range []int{0, 1, 2} {
		var out bytes.Buffer
		w := tracetest.NewWriter(&out, tracetest.Options{})
		for i := range 20 {
			one := w.Thread(uint32(1 + i/moves%2)).Context(1)
			one.Call("glClear", 0x4000)
			if i >= ago {
				one.Synthetic("gltrace.FrameImage", 1, 1, 1, 8, 8, ago, tracetest.String(fmt.Sprint(i-ago)))
			}
			one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
			w.Flush()
		}
		w.Close()
		for last := 1; last <= 20-ago; last++ {
			f := shortened(t, out.Bytes(), uint64(last))
			if len(f.Frames()) != last {
				t.Fatalf("%d frames, want %d", len(f.Frames()), last)
			}
			for n, frame := range f.Frames() {
				if frame.Image < 0 {
					t.Fatalf("%d frames late, %d frames: frame %d has no image", ago, last, n)
				}
				c, err := f.Call(frame.Image)
				if err != nil {
					t.Fatal(err)
				}
				shows, err := f.Payload(c.Args[len(c.Args)-1].Data.Payloads)
				if want := fmt.Sprint(n) + "\x00"; err != nil || string(shows) != want {
					t.Errorf("%d frames late, %d frames: frame %d shows %q: %v", ago, last, n, shows, err)
				}
			}
		}
	}
}

// Images arrive some frames late: a recording has those of the frames before the end, including the last one,
// and no others.
func TestLastImage(t *testing.T) {
	for _, ago := range []int{0, 1, 3} {
		var out bytes.Buffer
		w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 4})
		for i := range 20 {
			for n := range uint32(2) {
				one := w.Thread(n + 1).Context(n + 1)
				one.Call("glClear", 0x4000).Call("glClear", 0x100)
				if i >= ago {
					one.Synthetic("gltrace.FrameImage", 1, 1, 1, 8, 8, ago, tracetest.String(fmt.Sprint(n, i-ago)))
				}
				one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
			}
		}
		w.Close()
		for last := uint64(1); last <= 20; last++ {
			f := shortened(t, out.Bytes(), last)
			of := map[uint32]int{}
			for n, frame := range f.Frames() {
				at := of[frame.Thread]
				of[frame.Thread]++
				if frame.Image < 0 && at+ago >= 20 {
					continue // too late for the whole recording, too
				} else if frame.Image < 0 {
					t.Fatalf("%d frames late, %d frames: frame %d has no image", ago, last, n)
				}
				c, err := f.Call(frame.Image)
				if err != nil {
					t.Fatal(err)
				}
				shows, err := f.Payload(c.Args[len(c.Args)-1].Data.Payloads)
				if want := fmt.Sprint(frame.Thread-1, at) + "\x00"; err != nil || string(shows) != want {
					t.Errorf("%d frames late, %d frames: frame %d shows %q, not %q: %v", ago, last, n, shows, want, err)
				}
			}
			if totals := f.Totals(); totals.Lost != 0 || len(f.Frames()) != int(last) {
				t.Errorf("%d frames late: %d frames, want %d; %+v", ago, len(f.Frames()), last, totals)
			}
		}
	}
}
