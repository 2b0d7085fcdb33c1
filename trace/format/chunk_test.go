package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/s2"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// written returns a recording of some chunks and their offsets.
func written(t testing.TB, packing Packing, chunks ...Chunk) (data []byte, begins []int64) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, packing)
	for _, c := range chunks {
		begins = append(begins, w.Size())
		err = errors.Join(err, w.Write(c))
	}
	if err != nil || w.Size() != int64(out.Len()) {
		t.Fatal(w.Size(), err)
	}
	return out.Bytes(), begins
}

var some = []Chunk{
	{tracepb.ChunkType_CHUNK_HELLO, 0, []byte("hello")},
	{tracepb.ChunkType_CHUNK_BATCH, 3, bytes.Repeat([]byte("batch"), 999)},
	{tracepb.ChunkType_CHUNK_END, 0, nil},
	{tracepb.ChunkType_CHUNK_DIFFERENCE, 0, bytes.Repeat([]byte("difference"), 999)},
}

// all reads and copies all chunks.
func all(r *Reader) (out []Chunk, err error) {
	for {
		c, err := r.Next()
		if err != nil {
			return out, err
		}
		c.Body = bytes.Clone(c.Body)
		out = append(out, c)
	}
}

func same(t *testing.T, got, want []Chunk) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d chunks of %d", len(got), len(want))
	}
	for i, c := range want {
		if got[i].Type != c.Type || got[i].Thread != c.Thread || !bytes.Equal(got[i].Body, c.Body) {
			t.Errorf("chunk %d differs", i)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, packing := range []Packing{Unpacked, Quick, Small} {
		data, begins := written(t, packing, some...)
		if packing != Unpacked && len(data) > 500 {
			t.Errorf("packing %d: %d bytes", packing, len(data))
		}
		for _, in := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data))} {
			got, err := all(NewReader(in))
			if err != io.EOF {
				t.Error(err)
			}
			same(t, got, some)
		}
		got, err := all(Resume(bytes.NewReader(data[begins[1]:]), begins[1]))
		if err != io.EOF {
			t.Error(err)
		}
		same(t, got, some[1:])
		c, err := ReadAt(bytes.NewReader(data), begins[1], begins[2]-begins[1])
		if err != nil {
			t.Fatal(err)
		}
		same(t, []Chunk{c}, some[1:2])
	}
}

// The complete chunks of a truncated recording are read, and the truncation is reported.
func TestCut(t *testing.T) {
	data, begins := written(t, Quick, some...)
	for n := range len(data) {
		whole := 0
		for i := range begins {
			if end := append(begins[1:], int64(len(data)))[i]; end <= int64(n) {
				whole = i + 1
			}
		}
		r := NewReader(bytes.NewReader(data[:n]))
		got, err := all(r)
		want := ErrCut
		switch {
		case n == 0:
			want = ErrMagic
		case whole < len(begins) && begins[whole] == int64(n):
			want = io.EOF
		}
		if len(got) != whole || !errors.Is(err, want) {
			t.Errorf("%d bytes: %d chunks of %d, %v, expected %v", n, len(got), whole, err, want)
		}
		if _, again := r.Next(); again != err {
			t.Errorf("%d bytes: %v, then %v", n, err, again)
		}
		if whole > 0 && r.End() != append(begins[1:], int64(len(data)))[whole-1] {
			t.Errorf("%d bytes: the end is %d", n, r.End())
		}
	}
}

// Each flipped bit is detected. Unless it is in the length, the following chunks are read.
func TestBits(t *testing.T) {
	data, begins := written(t, Unpacked, Chunk{tracepb.ChunkType_CHUNK_HELLO, 0, []byte("hello")}, Chunk{tracepb.ChunkType_CHUNK_BATCH, 3, []byte("a batch")}, Chunk{tracepb.ChunkType_CHUNK_END, 0, nil})
	for at := begins[1]; at < begins[2]; at++ {
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[at] ^= 1 << bit
			r := NewReader(bytes.NewReader(bad))
			if _, err := r.Next(); err != nil {
				t.Fatal(err)
			}
			c, err := r.Next()
			var damaged *Damaged
			if !errors.As(err, &damaged) && err != ErrCut {
				t.Fatalf("bit %d of byte %d: %v, %v", bit, at-begins[1], c, err)
			}
			if at < begins[1]+8 && at != begins[1]+4 && at != begins[1]+5 {
				continue
			}
			if c, err := r.Next(); err != nil || c.Type != tracepb.ChunkType_CHUNK_END {
				t.Errorf("bit %d of byte %d: %v, then %v", bit, at-begins[1], c, err)
			}
		}
	}
}

func TestNoRecording(t *testing.T) {
	for text, want := range map[string]error{"": ErrMagic, "GLT": ErrCut, "GLTRACE\x02....": errVersion, "GLTRACK\x01": ErrMagic, "\x7fELF": ErrMagic, Magic: io.EOF} {
		if _, err := NewReader(bytes.NewReader([]byte(text))).Next(); err != want {
			t.Errorf("%q: %v, expected %v", text, err, want)
		}
	}
}

// raw returns a chunk with any header and a valid checksum.
func raw(h header, length uint32, body []byte) []byte {
	b := make([]byte, HeaderSize)
	h.encode(b, body)
	binary.LittleEndian.PutUint32(b, length)
	binary.LittleEndian.PutUint16(b[6:], h.zero)
	binary.LittleEndian.PutUint32(b[12:], checksum(b, body))
	return append(b, body...)
}

func TestUnknown(t *testing.T) {
	data, _ := written(t, Unpacked, some[0])
	data = append(data, raw(header{typ: 99}, 3, []byte("new"))...)
	end, _ := written(t, Unpacked, some[2])
	data = append(data, end[len(Magic):]...)
	got, err := all(NewReader(bytes.NewReader(data)))
	if err != io.EOF {
		t.Error(err)
	}
	same(t, got, []Chunk{some[0], some[2]})
}

// A few bytes that declare a large size allocate no memory.
func TestHostile(t *testing.T) {
	_, squeezed, err := squeeze(Small, Chunk{Body: make([]byte, MaxBody+1)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	claim := append([]byte{0x28, 0xb5, 0x2f, 0xfd, 0xa0}, 0, 0, 0, 4) // a frame of 64 MiB without its data
	for name, chunk := range map[string][]byte{
		"length":         raw(header{typ: 2}, MaxBody, nil),
		"too long":       raw(header{typ: 2}, MaxBody+1, nil),
		"not zero":       raw(header{typ: 2, zero: 1}, 0, nil),
		"bomb":           raw(header{typ: 2, codec: packed}, uint32(len(squeezed)), squeezed),
		"claim":          raw(header{typ: 2, codec: packed}, uint32(len(claim)), claim),
		"empty zstd":     raw(header{typ: 2, codec: packed}, 0, nil),
		"S2 bomb":        raw(header{typ: 10, codec: packedS2}, 0, s2.Encode(nil, make([]byte, maxS2+1))),
		"S2 claim":       raw(header{typ: 10, codec: packedS2}, 4, []byte{0xff, 0xff, 0xff, 0x7f}),
		"empty S2":       raw(header{typ: 10, codec: packedS2}, 0, nil),
		"no S2":          raw(header{typ: 10, codec: packedS2}, 3, []byte{9, 1, 2}),
		"unknown codec":  raw(header{typ: 2, codec: 7}, 1, []byte{1}),
		"zstd of zeroes": raw(header{typ: 2, codec: packed}, 9, make([]byte, 9)),
	} {
		_, _ = decoder()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := NewReader(bytes.NewReader(append([]byte(Magic), chunk...))).Next()
		runtime.ReadMemStats(&after)
		var damaged *Damaged
		if !errors.As(err, &damaged) && err != ErrCut {
			t.Errorf("%s: %v", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s: %d bytes for %d", name, n, len(chunk))
		}
		t.Log(name, err)
	}
}

func TestTooLong(t *testing.T) {
	w, err := NewWriter(io.Discard, Unpacked)
	if err != nil || w.Write(Chunk{Body: make([]byte, MaxBody)}) != nil || w.Write(Chunk{Body: make([]byte, MaxBody+1)}) == nil {
		t.Error("MaxBody differs from the documented limit")
	}
}

func TestReadAtOther(t *testing.T) {
	data, begins := written(t, Unpacked, some...)
	for _, at := range [][2]int64{{begins[1], 3}, {begins[1], MaxBody * 2}, {begins[1], 100}, {begins[1] + 1, 100}, {begins[1], int64(len(data))}, {-1, 20}} {
		if c, err := ReadAt(bytes.NewReader(data), at[0], at[1]); err == nil {
			t.Errorf("%v: %v", at, c)
		}
	}
}
