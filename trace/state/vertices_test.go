package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func vertices(t *testing.T, f *file.File, call, instance int) []VertexRow {
	t.Helper()
	v, err := New(f).Vertices(t.Context(), call, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := v.Rows(0, 100, int64(instance))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestVertices: indices with a base vertex and a restart, an array outside of its buffer, and a divisor.
func TestVertices(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		pipeline(m)
		m.Call("glVertexAttribPointer", 1, 1, "GL_FLOAT", false, 12, tracetest.Offset(32)).Call("glVertexAttribDivisor", 1, 0).Call("glEnableVertexAttribArray", 1)
		m.Call("glVertexAttribPointer", 2, 1, "GL_FLOAT", false, 0, tracetest.Offset(4)).Call("glVertexAttribDivisor", 2, 2).Call("glEnableVertexAttribArray", 2)
		m.Call("glDrawElementsInstancedBaseVertex", "GL_TRIANGLE_STRIP", 3, "GL_UNSIGNED_SHORT", tracetest.Offset(2), 6, -1)
	})
	want := []VertexRow{{0, 1, [][]string{{"3", "4", "5"}, {}, {"3"}}}, {1, -1, [][]string{}}, {2, 0, [][]string{{"0", "1", "2"}, {"8"}, {"3"}}}}
	if got := vertices(t, f, f.Len()-1, 5); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	v, err := New(f).Vertices(t.Context(), f.Len()-1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := v.Positions(0, 1, 0); err != nil || len(b) != 12 || binary.LittleEndian.Uint32(b) != 0x40400000 {
		t.Errorf("% x, %v", b, err)
	}
	if _, err := v.Positions(9, 1, 0); !errors.Is(err, ErrNoVertices) {
		t.Error(err)
	}
	if _, err := New(f).Vertices(t.Context(), f.Len()-1, 1); !errors.Is(err, ErrNoVertices) {
		t.Error(err)
	}
}

// TestClientArrays: arrays and indices in memory of the program; interleaved arrays have the same data.
func TestClientArrays(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glVertexAttribPointer", 0, 1, "GL_FLOAT", false, 8, tracetest.Data{Address: 0x7f00}).Call("glEnableVertexAttribArray", 0)
		m.Call("glVertexAttribPointer", 1, 1, "GL_FLOAT", false, 8, tracetest.Data{Address: 0x7f04}).Call("glEnableVertexAttribArray", 1)
		m.Synthetic("gltrace.VertexData", 0, 1, "GL_FLOAT", false, false, 8, 5, 2, 0, 0, floats(1, 2, 3, 4))
		m.Synthetic("gltrace.VertexData", 1, 1, "GL_FLOAT", false, false, 8, 5, 2, 0, 4, floats(1, 2, 3, 4))
		m.Call("glDrawElements", "GL_POINTS", 2, "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{6, 5}))
		m.Call("glDrawArrays", "GL_POINTS", 5, 1) // has no arrays of its own
	})
	if got := fmt.Sprint(vertices(t, f, f.Len()-2, 0)); got != "[{0 6 [[3] [4]]} {1 5 [[1] [2]]}]" {
		t.Error(got)
	}
	if got := fmt.Sprint(vertices(t, f, f.Len()-1, 0)); got != "[{0 5 [[] []]}]" {
		t.Error(got)
	}
}

// TestVectors decodes vectors of each type.
func TestVectors(t *testing.T) {
	for _, c := range []struct {
		kind       uint64
		size       int64
		normalized bool
		data       []byte
		want       string
	}{
		{glByte, 2, false, []byte{0xff, 2}, "[-1 2]"}, {glByte, 2, true, []byte{0x80, 127}, "[-1 1]"}, {glUnsignedByte, 1, true, []byte{255}, "[1]"},
		{glShort, 1, false, []byte{0xfe, 0xff}, "[-2]"}, {glUnsignedShort, 1, true, []byte{0xff, 0xff}, "[1]"}, {glInt, 1, false, []byte{255, 255, 255, 255}, "[-1]"},
		{glUnsignedInt, 1, false, []byte{255, 255, 255, 255}, "[4.294967295e+09]"}, {glFixed, 1, false, []byte{0, 0x80, 1, 0}, "[1.5]"},
		{glHalfFloat, 2, false, []byte{0, 0x3c, 0, 0xfc}, "[1 -Inf]"}, {glHalfFloatOES, 1, false, []byte{0, 0xc0}, "[-2]"},
		{0x8D9F, 4, true, []byte{0xff, 0x01, 0, 0x40}, "[1 0 0 1]"}, {0x8368, 4, false, []byte{1, 8, 0x30, 0xc0}, "[1 2 3 3]"}, {0x8DF6, 4, false, []byte{3, 0, 0, 0x40}, "[256 0 0 3]"},
	} {
		a := VertexAttribute{kind: c.kind, Size: c.size, Normalized: c.normalized}
		if got := fmt.Sprint(a.vector(c.data)); got != c.want || VectorSize(c.kind, c.size) != len(c.data) {
			t.Errorf("type 0x%X: %s, expected %s", c.kind, got, c.want)
		}
	}
}

// TestHostileVertices: numbers that overflow, or that ask for much memory, are refused.
func TestHostileVertices(t *testing.T) {
	const huge = 0x7fffffff
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		pipeline(m)
		for _, c := range [][3]int{{huge, 0, huge}, {-huge, huge, 2}, {0, -8, huge}, {huge, -huge, huge}} {
			m.Call("glVertexAttribPointer", 0, 3, "GL_FLOAT", false, c[0], tracetest.Offset(uint64(int64(c[1]))))
			m.Call("glDrawArrays", "GL_TRIANGLES", c[2], huge)
			m.Call("glDrawElements", "GL_TRIANGLES", huge, "GL_UNSIGNED_INT", tracetest.Offset(uint64(int64(c[1]))))
			m.Call("glDrawElements", "GL_TRIANGLES", 3, 0x1234, tracetest.Offset(0))
			m.Call("glVertexAttribPointer", 0, 99, 0x1234, false, c[0], tracetest.Offset(0))
			m.Call("glDrawArrays", "GL_TRIANGLES", 0, huge)
		}
	})
	s := New(f)
	for call := range f.Len() {
		v, err := s.Vertices(t.Context(), call, 0)
		if err != nil {
			continue
		}
		if rows, err := v.Rows(0, 50, huge); err != nil || len(rows) > 50 {
			t.Errorf("call %d: %d rows, %v", call, len(rows), err)
		}
		if b, err := v.Positions(0, 1000, 1); err == nil && len(b) > 12000 {
			t.Errorf("call %d: %d bytes", call, len(b))
		}
	}
}
