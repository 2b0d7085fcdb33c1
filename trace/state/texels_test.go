package state

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestTexels: exact values keep their range, integers are not fractions, and the rows begin at the top.
func TestTexels(t *testing.T) {
	half := []byte{0x00, 0x48, 0x00, 0xC0, 0, 0, 0, 0x3C} // 8, -2, 0, 1
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindTexture", "GL_TEXTURE_2D", 1)
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_R16F", 2, 2, 0, "GL_RED", "GL_HALF_FLOAT", tracetest.Bytes(half))
		m.Call("glBindTexture", "GL_TEXTURE_2D", 2)
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_R32I", 1, 1, 0, "GL_RED_INTEGER", "GL_INT", ints(-70000))
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 1, "GL_R8", 8192, 1024, 0, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{1}))
	})
	s := New(f)
	reds := func(name uint64, level int) (out []float32, err error) {
		_, _, b, err := s.Texels(t.Context(), f.Len()-1, name, level, 0)
		for at := 0; at < len(b); at += 16 {
			out = append(out, math.Float32frombits(binary.LittleEndian.Uint32(b[at:])))
		}
		return out, err
	}
	if got, err := reds(1, 0); err != nil || len(got) != 4 || got[0] != 0 || got[1] != 1 || got[2] != 8 || got[3] != -2 {
		t.Error(got, err)
	}
	if got, err := reds(2, 0); err != nil || len(got) != 1 || got[0] != -70000 {
		t.Error(got, err)
	}
	if _, err := reds(2, 1); err == nil {
		t.Error("a level of 8 million texels has exact values")
	}
	if _, err := reds(9, 0); !errors.As(err, new(*MissingError)) {
		t.Error(err)
	}
}

// TestUnits: textures have the units that they are bound to, and whether 8 bits show their values.
func TestUnits(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindTexture", "GL_TEXTURE_2D", 7).Call("glActiveTexture", "GL_TEXTURE3").Call("glBindTexture", "GL_TEXTURE_2D", 7)
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_R8", 1, 1, 0, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{1}))
		m.Call("glBindTexture", "GL_TEXTURE_2D", 8).Call("glBindTexture", "GL_TEXTURE_2D", 7)
	})
	all, err := New(f).Objects(t.Context(), f.Len()-1)
	if err != nil || len(all.Textures) != 2 {
		t.Fatal(all, err)
	}
	seven, eight := all.Textures[0], all.Textures[1]
	if len(seven.Units) != 2 || seven.Units[0] != 0 || seven.Units[1] != 3 || len(eight.Units) != 0 || seven.Exact {
		t.Errorf("%+v, %+v", seven, eight)
	}
}
