package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

func packed(t *testing.T, data []byte) ([]byte, CompressResult) {
	t.Helper()
	var out bytes.Buffer
	r, err := Compress(t.Context(), &out, bytes.NewReader(data), int64(len(data)), func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), r
}

// apitrace's file takes 7.5 bytes for each of the same calls, without times.
func TestSize(t *testing.T) {
	data := tracetest.Mix(300, tracetest.Options{PerBatch: 3000})
	begin := time.Now()
	small, r := packed(t, data)
	perCall := float64(len(small)) / float64(r.Calls)
	t.Logf("%+v, %.2f bytes a call, %v", r, perCall, time.Since(begin))
	if perCall > 7.5 {
		t.Errorf("%.2f bytes a call", perCall)
	}
}

// open reads a valid recording.
func open(t *testing.T, data []byte) *File {
	t.Helper()
	f, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// same checks that two recordings have equal calls and gaps.
func same(t *testing.T, got, want []byte) {
	t.Helper()
	before, ok := decodedCalls(want)
	after, good := decodedCalls(got)
	if !ok || !good || !reflect.DeepEqual(before, after) {
		t.Errorf("%d calls, %d before", len(after), len(before))
	}
	g, w := open(t, got), open(t, want)
	if g.Totals() != w.Totals() || !slices.Equal(g.Gaps(), w.Gaps()) || !slices.Equal(g.Frames(), w.Frames()) || !slices.Equal(g.Contexts(), w.Contexts()) {
		t.Errorf("%+v %+v, before %+v %+v", g.Totals(), g.Gaps(), w.Totals(), w.Gaps())
	}
}

func TestCompressGaps(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 2})
	one, two := w.Thread(1), w.Thread(2)
	flush := func(t *tracetest.Thread, n int) {
		for range n {
			t.Call("glFlush")
		}
	}
	flush(one, 5)
	one.Lose()
	flush(one, 5)
	one.Drop(3)
	flush(one, 4)
	flush(two, 1)
	two.Lose()
	flush(two, 9)
	w.Close()
	small, r := packed(t, out.Bytes())
	same(t, small, out.Bytes())
	if len(open(t, small).Gaps()) != 3 || r.After != 4 || r.Bad != 0 {
		t.Errorf("%+v, %+v", r, open(t, small).Gaps())
	}
	again, r := packed(t, small)
	same(t, again, out.Bytes())
	if r.Before != 4 || r.After != 4 {
		t.Errorf("%+v", r)
	}
}

// A call in another batch than its nested calls is not merged with them.
func TestAround(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1).Call("glFlush")
	one.Around("glFinish", func() { one.Call("glFlush").Flush() })
	one.Flush()
	one.Around("glFinish", func() { one.Call("glFlush") })
	w.Close()
	small, r := packed(t, out.Bytes())
	same(t, small, out.Bytes())
	if r.After != 2 {
		t.Errorf("%+v", r)
	}
}

// Untimed batches are not merged, because they have the only times.
func TestCompressUntimed(t *testing.T) {
	data := tracetest.SampleWith(5, tracetest.Options{Untimed: true, PerBatch: 10})
	small, r := packed(t, data)
	same(t, small, data)
	if r.Before != r.After {
		t.Errorf("%+v", r)
	}
}

// A batch with too many functions is split, and an ID that is defined twice refers to two functions.
func TestFunctions(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	number := uint64(0)
	batch := func(ids []uint32, name string) {
		b := &tracepb.Batch{Thread: 1, Sequence: number, First: 100 * number, Start: 2e9 + number, Count: 100}
		number++
		for i, id := range ids {
			b.Functions = append(b.Functions, &tracepb.Function{Id: id, Name: fmt.Sprint(name, id)})
			b.Used = append(b.Used, id)
			b.Function = append(b.Function, byte(i))
		}
		b.Starts, b.Durations = make([]int64, 100), make([]uint64, 100)
		w.Chunk(tracepb.ChunkType_CHUNK_BATCH, 1, b)
	}
	for i := range uint32(5) {
		ids := make([]uint32, 100)
		for k := range ids {
			ids[k] = 100*i + uint32(k)
		}
		batch(ids, "f")
		batch(ids, []string{"f", "g"}[i%2])
	}
	w.Close()
	small, r := packed(t, out.Bytes())
	same(t, small, out.Bytes())
	if r.Bad != 0 || r.Before != 10 || r.After != 4 {
		t.Errorf("%+v", r)
	}
}

// Inconsistent batches are omitted, counted, and visible as gaps; the truncated end is counted.
func TestBad(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	w.Thread(1).Call("glFlush").Flush()
	w.Chunk(tracepb.ChunkType_CHUNK_BATCH, 1, &tracepb.Batch{Thread: 1, Count: 7})
	w.Thread(1).Lose().Call("glFlush").Flush()
	size := out.Len()
	w.Close()
	data := bytes.Clone(out.Bytes()[:out.Len()-1])
	small, r := packed(t, data)
	if r.Bad != 1 || r.Damaged != 1 || r.Calls != 2 || r.Ended || r.Cut != int64(len(data)-size) || r.Out != int64(len(small)) {
		t.Errorf("%+v", r)
	}
	if f := open(t, small); f.Len() != 2 || len(f.Gaps()) != 1 || f.Cut() != 0 {
		t.Errorf("%d calls, %+v", f.Len(), f.Gaps())
	}
	data[size-5]++ // in the last batch
	if _, r := packed(t, append(data, out.Bytes()[out.Len()-1])); r.Damaged != 2 || r.Calls != 1 || !r.Ended {
		t.Errorf("%+v", r)
	}
	for _, text := range []string{"", "GLTR", "GLTRACE\x01", "#!/bin/sh"} {
		if _, err := Compress(t.Context(), io.Discard, strings.NewReader(text), int64(len(text)), func(int64) {}); err == nil {
			t.Errorf("%q: the compressed file was accepted", text)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Compress(ctx, io.Discard, &out, int64(out.Len()), func(int64) {}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A small file that decompresses to much data does not fill the memory: functions are limited, and batches
// are written before there are many.
func TestMemory(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{Packing: format.Quick})
	long := strings.Repeat("x", 1<<20-100)
	for i := range uint32(33) {
		w.Chunk(tracepb.ChunkType_CHUNK_BATCH, 1, &tracepb.Batch{Thread: 1, Functions: []*tracepb.Function{{Id: i, Name: long}}})
	}
	w.Close()
	_, err := Compress(t.Context(), io.Discard, &out, int64(out.Len()), func(int64) {})
	if !errors.Is(err, errFunctions) {
		t.Errorf("definitions of 33 MB: got error %v", err)
	}
	var many bytes.Buffer
	w = tracetest.NewWriter(&many, tracetest.Options{Packing: format.Quick})
	const calls = 8000
	wide := &tracepb.Function{Id: 1, Name: "glFlush"}
	for range 16 {
		wide.Parameters = append(wide.Parameters, &tracepb.Parameter{Cell: tracepb.Cell_CELL_INT})
	}
	for i := range uint32(460) {
		w.Chunk(tracepb.ChunkType_CHUNK_BATCH, i, &tracepb.Batch{Thread: i, Count: calls, Functions: []*tracepb.Function{wide}, Used: []uint32{1},
			Function: make([]byte, calls), Starts: make([]int64, calls), Durations: make([]uint64, calls), Ints: make([]int64, 16*calls)})
	}
	w.Close()
	var written bytes.Buffer
	before := 0
	_, err = Compress(t.Context(), &written, &many, int64(many.Len()), func(int64) { before = written.Len() })
	if err != nil || before < 400*format.HeaderSize {
		t.Errorf("%d bytes written before the last batch was read; error %v", before, err)
	}
}

// A flush visits only threads with a pending batch: a recording may have any number of threads, and may
// redefine a function with each batch.
func TestFlush(t *testing.T) {
	w, err := format.NewWriter(io.Discard, format.Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	p := newCompressor(w)
	batch := func(thread uint32, name string) {
		t.Helper()
		body, err := proto.Marshal(&tracepb.Batch{Thread: thread, Count: 1, Functions: []*tracepb.Function{{Id: 1, Name: name}}, Used: []uint32{1},
			Function: []byte{0}, Starts: []int64{0}, Durations: []uint64{0}})
		if err == nil {
			err = p.add(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: thread, Body: body})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range uint32(1000) {
		batch(i, "glFlush")
	}
	if len(p.order) != 1000 || p.stats.After != 0 {
		t.Errorf("%d threads have pending batches; stats %+v", len(p.order), p.stats)
	}
	for i := range 10 {
		batch(7, fmt.Sprint("f", i))
		if len(p.order) != 1 || p.stats.After != 1000+i {
			t.Errorf("%d threads have pending batches; stats %+v", len(p.order), p.stats)
		}
	}
}
