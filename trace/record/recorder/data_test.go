//go:build linux

package recorder_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// pattern returns the data that the program uploads.
func pattern(n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(uint32(i) * 2654435761 >> 24)
	}
	return out
}

func content(t *testing.T, f *file.File, v file.Value) []byte {
	t.Helper()
	if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA {
		t.Fatalf("no data: %+v", v.Data)
	}
	b, err := f.Payload(v.Data.Payloads)
	if err != nil {
		t.Fatal(err)
	}
	if uint64(len(b)) != v.Data.Size {
		t.Fatalf("%d bytes, recorded size %d", len(b), v.Data.Size)
	}
	return b
}

// Data of all sizes is recorded unchanged, equal contents are stored once, and missing data has a reason.
func TestData(t *testing.T) {
	const rounds = 150 // up to 149,000 bytes: none, a part of a payload, one payload, several
	f := play(t, []string{"GLTRACE_BLOCK=1"}, "data", fmt.Sprint(rounds))
	checkEnd(t, f, "exit")
	bytesOf, calls := pattern(5<<20), all(t, f)
	if len(calls) != 2*rounds+6+2 {
		t.Fatalf("%d calls", len(calls))
	}
	for i := range rounds {
		first, second := calls[2*i].Args[2], calls[2*i+1].Args[2]
		if !bytes.Equal(content(t, f, first), bytesOf[i:i+i*1000]) {
			t.Fatalf("the data of call %d differs", 2*i)
		}
		if fmt.Sprint(first.Data) != fmt.Sprint(second.Data) {
			t.Fatalf("payloads of the same content: %v, then %v", first.Data, second.Data)
		}
	}
	for _, call := range calls[2*rounds : 2*rounds+6] {
		if why := call.Args[2].Data; why == nil || uint64(why.Capture) != call.Args[0].Bits-1000 {
			t.Errorf("capture status %d is recorded as %v", call.Args[0].Bits-1000, why)
		}
	}
	part := calls[2*rounds+6].Args[2].Data
	if first, err := f.Payload(part.Payloads); part.Capture != tracepb.Capture_CAPTURE_UNKNOWN || err != nil || !bytes.Equal(first, bytesOf[:4]) {
		t.Errorf("data of unknown size: %v, %v, %v", part, first, err)
	}
	if !bytes.Equal(content(t, f, calls[len(calls)-1].Args[2]), bytesOf) {
		t.Error("data written in rows differs")
	}
	if got := f.Totals().Uncaptured; got != 3 {
		t.Errorf("%d parameters are counted as not captured, want 3: one without room and two of unknown size", got)
	}
}

// Missing data has a reason also if the buffers were full for a moment.
func TestLateRoom(t *testing.T) {
	a := start(t, program(t), []string{"GLTRACE_START=1", "GLTRACE_MEMORY=4"}, "late-room", "0")
	a.await("full buffers", func() bool { return a.recordingState().Dropped > 0 })
	h := a.receiver()
	h.record(&tracepb.Options{Recording: true})
	f := h.readAll()
	if err := a.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	fates := map[uint64]tracepb.Capture{}
	for _, call := range all(t, f) {
		if call.Function.Name != "bufferData" {
			continue
		}
		if call.Args[2].Data == nil {
			t.Fatalf("call %d has no capture status", call.Args[0].Bits)
		}
		fates[call.Args[0].Bits] = call.Args[2].Data.Capture
	}
	if fates[1] != tracepb.Capture_CAPTURE_NO_ROOM || fates[2] != tracepb.Capture_CAPTURE_NULL || len(fates) != 2 {
		t.Errorf("%v", fates)
	}
}

// Equal contents of different sizes are different payloads.
func TestSmallData(t *testing.T) {
	f := play(t, []string{"GLTRACE_BLOCK=1"}, "small", "0")
	checkEnd(t, f, "exit")
	for i, call := range all(t, f) {
		want := append([]byte{byte(i+1) ^ 16}, make([]byte, i)...)
		if got := content(t, f, call.Args[2]); !bytes.Equal(got, want) {
			t.Errorf("%d bytes: got %v, want %v", i+1, got, want)
		}
	}
}

// Nested calls have their own data, and the inner one is recorded first.
func TestNested(t *testing.T) {
	const rounds = 2000
	f := play(t, nil, "nested", fmt.Sprint(rounds))
	checkEnd(t, f, "exit")
	inner, outer := 0, 0
	for _, call := range all(t, f) {
		if call.Function.Name == "bufferData" {
			if inner++; string(content(t, f, call.Args[2])) != "inner" {
				t.Fatalf("inner data %q", content(t, f, call.Args[2]))
			}
			continue
		}
		outer++
		if got := content(t, f, call.Args[0]); uint64(binary.LittleEndian.Uint32(got)) != call.Args[0].Bits {
			t.Fatalf("outer data %v of call %d", got, call.Args[0].Bits)
		}
	}
	if inner != rounds || outer != rounds {
		t.Errorf("%d inner calls and %d outer ones", inner, outer)
	}
}
