package file

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// crafted returns a recording of a Hello and further chunks.
func crafted(t testing.TB, packing format.Packing, follows func(w *format.Writer)) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := format.NewWriter(&out, packing)
	if err := errors.Join(err, w.Message(tracepb.ChunkType_CHUNK_HELLO, 0, &tracepb.Hello{Version: 1, Clock: tracetest.Epoch})); err != nil {
		t.Fatal(err)
	}
	follows(w)
	return out.Bytes()
}

// repeated returns a recording with its last chunk repeated.
func repeated(n int, data []byte) []byte {
	r := format.NewReader(bytes.NewReader(data))
	var last int64
	for {
		if _, err := r.Next(); err != nil {
			return append(data, bytes.Repeat(data[last:], n-1)...)
		}
		last = r.Offset()
	}
}

func message(t testing.TB, w *format.Writer, typ tracepb.ChunkType, thread uint32, m proto.Message) {
	t.Helper()
	if err := w.Message(typ, thread, m); err != nil {
		t.Fatal(err)
	}
}

const batchChunk = tracepb.ChunkType_CHUNK_BATCH

var swapFunction = &tracepb.Function{Id: 1, Name: "eglSwapBuffers"}

// many returns calls of one thread at a fixed distance in ticks.
func many(t testing.TB, thread uint32, sequence uint64, n int, start, step uint64) *tracepb.Batch {
	t.Helper()
	b := &tracepb.Batch{Thread: thread, Sequence: sequence, First: sequence * uint64(n), Start: start, Count: uint32(n),
		Functions: []*tracepb.Function{swapFunction}, Used: []uint32{1}, Function: make([]byte, n), Starts: make([]int64, n), Durations: make([]uint64, n)}
	for i := range b.Starts {
		b.Starts[i] = int64(step)
	}
	return b
}

// definitions returns a batch that defines one ID repeatedly, each time as another function.
func definitions(n, params int) *tracepb.Batch {
	b := &tracepb.Batch{Thread: 1}
	parameters := make([]*tracepb.Parameter, params)
	for i := range parameters {
		parameters[i] = &tracepb.Parameter{Cell: tracepb.Cell_CELL_INT}
	}
	for i := range n {
		b.Functions = append(b.Functions, &tracepb.Function{Id: 1, Name: fmt.Sprint("f", i), Parameters: parameters})
	}
	return b
}

// A malicious recording is read up to a limit, or not at all; memory stays within a few times its size.
func TestHostile(t *testing.T) {
	for name, data := range map[string][]byte{
		"threads that take turns at each call": crafted(t, format.Quick, func(w *format.Writer) {
			for i := range uint64(12) {
				message(t, w, batchChunk, 1, many(t, 1, i, format.MaxCalls, 1<<40*i, 2))
				message(t, w, batchChunk, 2, many(t, 2, i, format.MaxCalls, 1<<40*i+1, 2))
			}
		}),
		"calls without end": repeated(2000, crafted(t, format.Quick, func(w *format.Writer) {
			f := &tracepb.Function{Id: 1, Name: "glFlush"}
			message(t, w, batchChunk, 1, &tracepb.Batch{Thread: 1, Count: format.MaxCalls, Functions: []*tracepb.Function{f}, Used: []uint32{1}, Function: make([]byte, format.MaxCalls)})
		})),
		"functions without end":  repeated(100, crafted(t, format.Quick, func(w *format.Writer) { message(t, w, batchChunk, 1, definitions(10_000, 0)) })),
		"parameters without end": repeated(300, crafted(t, format.Quick, func(w *format.Writer) { message(t, w, batchChunk, 1, definitions(1000, 250)) })),
		"threads without end": crafted(t, format.Unpacked, func(w *format.Writer) {
			for i := range uint32(300_000) {
				message(t, w, tracepb.ChunkType_CHUNK_THREAD, i, &tracepb.Thread{Number: i})
			}
		}),
		"clocks without end": crafted(t, format.Unpacked, func(w *format.Writer) {
			for i := range uint64(500_000) {
				message(t, w, tracepb.ChunkType_CHUNK_CLOCK, 0, &tracepb.Clock{Ticks: tracetest.Epoch.Ticks + i + 1, MonotonicNs: tracetest.Epoch.MonotonicNs + (i+1)*apart})
			}
		}),
		"all of it opens": repeated(40, crafted(t, format.Quick, func(w *format.Writer) {
			if err := w.Write(format.Chunk{Type: batchChunk, Thread: 1, Body: make([]byte, format.MaxBody)}); err != nil {
				t.Fatal(err)
			}
		})),
	} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Read(bytes.NewReader(data), int64(len(data)))
		runtime.GC()
		runtime.ReadMemStats(&after)
		n := after.HeapAlloc - min(after.HeapAlloc, before.HeapAlloc)
		t.Logf("%s: %d bytes, the index takes %d, %v", name, len(data), n, err)
		if most := uint64(2*roomBase + 2*roomFactor*len(data)); n > most {
			t.Errorf("%s: %d bytes of index for %d", name, n, len(data))
		}
		runtime.KeepAlive(f)
	}
}

// The maximum number of functions can be defined. A batch with one more is not read; batches that do not use
// it are.
func TestTooManyFunctions(t *testing.T) {
	const each = 1 << 14
	data := crafted(t, format.Unpacked, func(w *format.Writer) {
		for first := 0; first < most; first += each {
			b := &tracepb.Batch{Thread: 1}
			for i := range each {
				b.Functions = append(b.Functions, &tracepb.Function{Id: 1, Name: fmt.Sprint("f", first+i)})
			}
			message(t, w, batchChunk, 1, b)
		}
		message(t, w, batchChunk, 1, many(t, 1, 0, 3, 5, 1)) // has its own function
		message(t, w, batchChunk, 1, &tracepb.Batch{Thread: 1, Count: 1, Function: make([]byte, 1), Used: []uint32{1}, Starts: []int64{9}, Durations: []uint64{1}})
	})
	f := read(t, data)
	if len(f.Functions()) != most || f.Totals().Damaged != 1 || f.Len() != 1 {
		t.Errorf("%d functions, %d calls, %+v", len(f.Functions()), f.Len(), f.Totals())
	}
	if err := f.x.functions.define(swapFunction, 0); err == nil || !strings.Contains(err.Error(), "defines more than") {
		t.Errorf("%v", err)
	}
}

// Inconsistent batches are omitted and counted; the others are read.
func TestSenseless(t *testing.T) {
	good := func() *tracepb.Batch { return many(t, 1, 0, 3, 5, 1) }
	for name, c := range map[string]struct {
		typ    tracepb.ChunkType
		thread uint32
		m      proto.Message
		taken  int // calls that can be read
	}{
		"another thread":      {batchChunk, 2, good(), 0},
		"no calls":            {batchChunk, 1, &tracepb.Batch{Thread: 1, Count: 3}, 0},
		"unknown function":    {batchChunk, 1, &tracepb.Batch{Thread: 1, Count: 1, Function: []byte{0}, Used: []uint32{7}}, 0},
		"bad function":        {batchChunk, 1, &tracepb.Batch{Thread: 1, Functions: []*tracepb.Function{{Parameters: []*tracepb.Parameter{{}}}}}, 0},
		"payload without id":  {tracepb.ChunkType_CHUNK_PAYLOAD, 0, &tracepb.Payload{Content: []byte("x")}, 0},
		"payload too large":   {tracepb.ChunkType_CHUNK_PAYLOAD, 0, &tracepb.Payload{Id: 1, Content: make([]byte, format.MaxPayload+1)}, 0},
		"name without end":    {tracepb.ChunkType_CHUNK_THREAD, 1, &tracepb.Thread{Number: 1, Name: strings.Repeat("x", maxSmall)}, 0},
		"clock that is none":  {tracepb.ChunkType_CHUNK_CLOCK, 0, broken(t), 0},
		"reason without end":  {tracepb.ChunkType_CHUNK_END, 1, &tracepb.End{Reason: strings.Repeat("x", maxSmall)}, 0},
		"context of 1 number": {batchChunk, 1, contextOf(tracepb.Cell_CELL_INT), 1},
	} {
		data := crafted(t, format.Unpacked, func(w *format.Writer) {
			message(t, w, c.typ, c.thread, c.m)
			message(t, w, batchChunk, 1, good())
		})
		f := read(t, data)
		if f.Len() != 3+c.taken || f.Totals().Damaged != 1-c.taken || f.Cut() != 0 || len(f.x.clock.points) != 1 {
			t.Errorf("%s: %d calls, %+v", name, f.Len(), f.Totals())
		}
	}
}

// broken is a message that cannot be decoded.
func broken(t *testing.T) proto.Message {
	t.Helper()
	m := &tracepb.Clock{}
	m.ProtoReflect().SetUnknown([]byte{0x0a, 0xff})
	return m
}

func contextOf(cells ...tracepb.Cell) *tracepb.Batch {
	f := &tracepb.Function{Id: 9, Name: "gltrace.Context"}
	for _, c := range cells {
		f.Parameters = append(f.Parameters, &tracepb.Parameter{Cell: c})
	}
	return &tracepb.Batch{Thread: 1, Count: 1, Functions: []*tracepb.Function{f}, Used: []uint32{9}, Function: []byte{0}, Starts: []int64{0}, Durations: []uint64{0}, Ints: make([]int64, len(cells))}
}

func TestNoHello(t *testing.T) {
	empty := func(follow func(*format.Writer)) []byte {
		var out bytes.Buffer
		w, err := format.NewWriter(&out, format.Unpacked)
		if err != nil {
			t.Fatal(err)
		}
		follow(w)
		return out.Bytes()
	}
	for want, data := range map[string][]byte{
		"not a recording": []byte("#!/bin/sh\n"),
		"unsupported version of the recording format":   []byte("GLTRACE\x02"),
		"does not begin with a Hello chunk":             empty(func(w *format.Writer) { message(t, w, batchChunk, 0, &tracepb.Batch{}) }),
		"unsupported version 2 of the recording format": empty(func(w *format.Writer) { message(t, w, tracepb.ChunkType_CHUNK_HELLO, 0, &tracepb.Hello{Version: 2}) }),
		"no complete chunk":                             empty(func(*format.Writer) {}),
		fmt.Sprintf("exceeds %d bytes", maxSmall): empty(func(w *format.Writer) {
			message(t, w, tracepb.ChunkType_CHUNK_HELLO, 0, &tracepb.Hello{Nonce: make([]byte, maxSmall)})
		}),
		"has a checksum mismatch": func() []byte {
			data := crafted(t, format.Unpacked, func(*format.Writer) {})
			data[len(data)-1]++
			return data
		}(),
	} {
		_, err := Read(bytes.NewReader(data), int64(len(data)))
		if err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

// Any number of threads, each with an incomplete batch, do not fill the memory. Threads in sequence do not
// count.
func TestHostileThreads(t *testing.T) {
	defer func(most int) { mostKeys = most }(mostKeys)
	mostKeys = 1000
	for apart, good := range map[uint64]bool{1: false, 1000: true} {
		data := crafted(t, format.Quick, func(w *format.Writer) {
			for i := range uint32(30) {
				message(t, w, batchChunk, i, many(t, i, 0, 100, uint64(i)*apart, 5))
			}
		})
		f, err := Read(bytes.NewReader(data), int64(len(data)))
		if good != (err == nil) || good && f.Len() != 3000 {
			t.Errorf("%d ticks apart: %v", apart, err)
		}
	}
}

// TestBackwards: a call that ends before it begins has a duration of 0, which differs from untimed.
func TestBackwards(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	m := w.Thread(1)
	for _, back := range []time.Duration{1, 2, 500} {
		w.At(w.Now() + time.Microsecond)
		m.Took(-back).Around("glFlush", func() { w.At(w.Now() - back) })
	}
	w.Close()
	f, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil || c.Duration != 0 {
			t.Errorf("call %d has duration %v; error %v", c.Index, c.Duration, err)
		}
	}
}

// A name with line breaks or control characters is invalid: its batch is omitted.
func TestHostileNames(t *testing.T) {
	for _, c := range []struct {
		function, parameter string
		calls               int
	}{
		{"glFinish", "a", 1}, {"gltrace.Error_2", "", 1}, {"glFinish\n7 t1 c1 glFake", "a", 0}, {"gl\x1b[2J", "a", 0}, {"glFinish", "a\nb", 0}, {"glFin\u202eish", "a", 0},
	} {
		b := many(t, 1, 0, 1, 0, 1)
		b.Functions = []*tracepb.Function{{Id: 1, Name: c.function, Parameters: []*tracepb.Parameter{{Name: c.parameter, Cell: tracepb.Cell_CELL_INT}}}}
		b.Ints = []int64{0}
		data := crafted(t, format.Quick, func(w *format.Writer) { message(t, w, batchChunk, 1, b) })
		f, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if f.Len() != c.calls || f.Totals().Damaged != 1-c.calls {
			t.Errorf("%q %q: %d calls, %+v", c.function, c.parameter, f.Len(), f.Totals())
		}
	}
}

// A recording whose index needs more than the limit for all files is an error that says what to do.
func TestTooLarge(t *testing.T) {
	defer func(most int64) { mostIndex = most }(mostIndex)
	mostIndex = 20_000
	data := tracetest.Sample(600)
	if _, err := Read(bytes.NewReader(data), int64(len(data))); err == nil || !strings.Contains(err.Error(), "too large to read") || !strings.Contains(err.Error(), "trace compress FILE") {
		t.Errorf("error %v", err)
	}
}
