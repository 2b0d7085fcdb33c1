package state

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// FuzzCalls calls all functions that have rules with random arguments, including enum values that the
// registry does not have. The state must always be valid. Each input has few calls, so that many inputs are
// tried.
func FuzzCalls(f *testing.F) {
	for _, wide := range []bool{false, true} {
		f.Add(wide, []byte("\x00\x01\x02\x03\x04\x05\x06\x07"))
		random := make([]byte, 1<<10)
		for i := range random {
			random[i] = byte(i * i * 2654435761 >> 13)
		}
		f.Add(wide, random)
	}
	names := append(slices.Sorted(maps.Keys(rulesOf())), "glDrawArrays", "glDrawElementsIndirect", "glDispatchCompute", "glClear", "glClearBufferfv", "glBlitFramebuffer",
		"glReadPixels", "glCopyImageSubData", "glInvalidateFramebuffer", "glFlushMappedBufferRange", "glMemoryBarrier", "eglSwapBuffers", "glGenTextures")
	f.Fuzz(func(t *testing.T, wide bool, data []byte) {
		var b bytes.Buffer
		w := tracetest.NewWriter(&b, tracetest.Options{Wide: wide})
		main := w.Thread(1).NewContext(1, 0x1000, 3, 2, 1)
		main.Call("glBindTexture", "GL_TEXTURE_2D", 1).Call("glBindBuffer", "GL_ARRAY_BUFFER", 1)
		for calls := 0; len(data) > 2 && calls < 64; calls++ {
			name := names[int(binary.LittleEndian.Uint16(data))%len(names)]
			data = anyCall(main, name, data[2:])
		}
		w.Close()
		r, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		queryEverything(t, New(r), r.Len()-1)
	})
}

// odd has numbers with a meaning, or at the end of a range.
var odd = []any{-1, 0x0DE1 /* GL_TEXTURE_2D */, 0x8892 /* GL_ARRAY_BUFFER */, 0x9274 /* GL_COMPRESSED_RGB8_ETC2 */, 0x7fffffff, 1 << 31, 1 << 62, math.MinInt64, math.MaxInt64}

// anyCall makes a call with arguments from data and returns the rest of data.
func anyCall(t *tracetest.Thread, name string, data []byte) []byte {
	next := func() (n byte) {
		if len(data) > 0 {
			n, data = data[0], data[1:]
		}
		return n
	}
	number := func() any {
		if n := int(next()); n%16 < len(odd) {
			return odd[n%16]
		} else {
			return n % 16
		}
	}
	c, ok := registry.Builtin().Command(name)
	var args []any
	if !ok {
		for count, i := slices.Max(recorders[name]), 0; i < count; i++ {
			args = append(args, number())
			if i == count-1 && i > 2 && name != "gltrace.Context" {
				args[i] = tracetest.Bytes(data[:min(len(data), 16)])
			}
		}
		t.Synthetic(name, args...)
		return data
	}
	for _, p := range c.Params {
		switch {
		case p.Type.IsPointer() && next()%4 != 0:
			size := int(next())
			args = append(args, tracetest.Bytes(data[:min(len(data), size)]))
		case p.Type.IsPointer():
			args = append(args, tracetest.Uncaptured(tracepb.Capture(next()%7)))
		default:
			args = append(args, number())
		}
	}
	if !c.Return.Type.IsVoid() {
		args = append(args, tracetest.Returns(number()))
	}
	t.Call(name, args...)
	return data
}

// queryEverything queries everything.
func queryEverything(t *testing.T, s *State, call int) {
	t.Helper()
	if _, err := s.At(t.Context(), call); err != nil {
		t.Fatal(err)
	}
	all, err := s.Objects(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all.Textures {
		if one.Width < 1<<8 && one.Height < 1<<8 {
			s.Texture(t.Context(), call, one.Name, 0, 0)
		}
	}
	for _, one := range all.Buffers {
		if one.Size < 1<<20 {
			s.Buffer(t.Context(), call, one.Name)
		}
	}
	for _, one := range all.Shaders {
		s.Source(t.Context(), call, one.Name)
	}
	if _, err := s.Needed(t.Context(), (call+1)/2, call+1); err != nil {
		t.Fatal(err)
	}
}

// TestOtherSignatures checks that a function with a known name but other parameters is ignored.
func TestOtherSignatures(t *testing.T) {
	c := newCompiler()
	for name := range rulesOf() {
		f := &file.Function{Name: name, Params: make([]file.Param, 17)}
		if got, err := c.compile(f); got != nil || err != nil {
			t.Errorf("%s with 17 parameters: %v, %v", name, got, err)
		}
	}
}

// TestCopies checks that buffers copied back and forth, and textures with many overlapping parts, cause at
// most an error.
func TestCopies(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindBuffer", "GL_COPY_READ_BUFFER", 1).Call("glBindBuffer", "GL_COPY_WRITE_BUFFER", 2)
		m.Call("glBufferData", "GL_COPY_READ_BUFFER", 64, tracetest.Bytes(make([]byte, 64)), "GL_STATIC_DRAW").Call("glBufferData", "GL_COPY_WRITE_BUFFER", 64, tracetest.Null(), "GL_STATIC_DRAW")
		for i := range 5000 {
			from, to := "GL_COPY_READ_BUFFER", "GL_COPY_WRITE_BUFFER"
			if i%2 == 1 {
				from, to = to, from
			}
			m.Call("glCopyBufferSubData", from, to, 0, i%3, 60)
		}
	})
	if _, _, err := New(f).Buffer(t.Context(), f.Len()-1, 1); err == nil || !strings.Contains(err.Error(), "exceed") {
		t.Errorf("buffers copied 5000 times: %v", err)
	}
}

// TestThin checks that the number of snapshots does not grow with the length of the recording.
func TestThin(t *testing.T) {
	s := New(record(t, func(_ *tracetest.Writer, m *tracetest.Thread) { m.Call("glFlush") }))
	s.every = 1
	for i := range 100 * mostMoments {
		if i%s.every == 0 {
			s.moments = append(s.moments, moment{i, s.main.keep()})
			s.thin()
		}
	}
	if n := len(s.moments); n > mostMoments || n < mostMoments/4 {
		t.Errorf("%d moments are kept", n)
	}
	for i, m := range s.moments {
		if m.before != i*s.every {
			t.Fatalf("moment %d is before call %d, every %d", i, m.before, s.every)
		}
	}
}

// TestParts checks that evaluation stops when the state has too many parts, and that earlier states stay
// available.
func TestParts(t *testing.T) {
	defer func(most int) { mostParts = most }(mostParts)
	mostParts = 20_000
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		for i := range mostParts {
			m.Call("glBindTexture", "GL_TEXTURE_2D", i+1)
		}
	})
	s := New(f)
	if _, err := s.At(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.At(t.Context(), f.Len()-1); err != errParts {
			t.Errorf("%d parts: %v", s.main.parts, err)
		}
	}
	if _, err := s.At(t.Context(), 5); err != nil || len(s.moments) > 10 {
		t.Errorf("%d moments, %v", len(s.moments), err)
	}
}

// TestPartsGo checks that deleted parts no longer count.
func TestPartsGo(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		for range 100 {
			m.Call("glBindTexture", "GL_TEXTURE_2D", 7).Call("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", 0x2600)
			m.Call("glTexStorage2D", "GL_TEXTURE_2D", 3, "GL_RGBA8", 16, 16)
			m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 3).Call("glBufferData", "GL_ARRAY_BUFFER", 4, tracetest.Bytes(make([]byte, 4)), "GL_STATIC_DRAW")
			m.Call("glDeleteTextures", 1, ints(7)).Call("glDeleteBuffers", 1, ints(3))
		}
	})
	s, parts := New(f), []int{}
	for i := range 100 {
		if _, err := s.At(t.Context(), f.Len()-7*(99-i)-1); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, s.main.parts)
	}
	if parts[0] != parts[99] {
		t.Errorf("%d parts, at first %d", parts[99], parts[0])
	}
}

// TestLarge checks that pieces count with all the data that must be read for them, even if little of it is
// visible.
func TestLarge(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 1).Call("glBufferData", "GL_ARRAY_BUFFER", 4, tracetest.Null(), "GL_STATIC_DRAW")
		m.Call("glBufferSubData", "GL_ARRAY_BUFFER", 0, 4, tracetest.Bytes(make([]byte, 1<<20)))
	})
	s := New(f)
	if _, _, err := s.Buffer(t.Context(), f.Len()-1, 1); err != nil {
		t.Fatal(err)
	}
	n, err := s.object(t.Context(), f.Len()-1, "buffers", 1)
	if err != nil {
		t.Fatal(err)
	}
	reads, data := 0, make([]byte, 1<<20)
	r := &reader{ctx: t.Context(), payload: func([]uint64) ([]byte, error) { reads++; return data, nil }}
	for err == nil && reads < 3*mostWork>>20 {
		_, err = r.read(n.at(word("contents")).pieces, 0, 4)
	}
	if err != errLarge || reads > mostWork>>20+1 {
		t.Errorf("%d MB are read, %v", reads, err)
	}
}

// TestFarBoxes checks that pixels outside of the texture are not visible.
func TestFarBoxes(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{Wide: true})
	m := w.Thread(1).NewContext(1, 0x1000, 3, 2, 1)
	m.Call("glBindTexture", "GL_TEXTURE_2D", 1)
	m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 1, 1, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{1, 2, 3, 255}))
	all := [][2]int{{1 << 62, 1 << 62}, {math.MaxInt64, 1}, {math.MaxInt64, math.MaxInt64}, {math.MinInt64, 1}, {math.MinInt64, math.MinInt64}, {0, math.MinInt64}, {math.MinInt64, -1}}
	for _, far := range slices.Repeat(all, 10) { // too many to track what is covered
		m.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, far[0], far[0], far[1], far[1], "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{9, 9, 9, 9}))
	}
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := New(f).Texture(t.Context(), f.Len()-1, 1, 0, 0)
	if err != nil || img.At(0, 0) != (color.NRGBA{1, 2, 3, 255}) {
		t.Errorf("%v, %v", img, err)
	}
}
