package state

import (
	"context"
	"errors"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestLevels checks which layers of a texture can be drawn, or read as the program wrote them.
func TestLevels(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindTexture", "GL_TEXTURE_2D", 1)
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_R16F", 1, 2, 0, "GL_RED", "GL_HALF_FLOAT", tracetest.Bytes([]byte{1, 2, 0, 0, 3, 4, 0, 0}))
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 1, "GL_R16F", 1, 1, 0, "GL_RED", "GL_HALF_FLOAT", tracetest.Null())
		m.Call("glTexImage2D", "GL_TEXTURE_2D", 2, "GL_R16F", 2, 1, 0, "GL_RED", "GL_HALF_FLOAT", tracetest.Null())
		m.Call("glTexSubImage2D", "GL_TEXTURE_2D", 2, 0, 0, 1, 1, "GL_RED", "GL_HALF_FLOAT", tracetest.Bytes([]byte{1, 2, 0, 0}))
	})
	s, end := New(f), f.Len()-1
	levels, err := s.Levels(t.Context(), end, 1)
	if err != nil || len(levels) != 2 || levels[0].Format != "GL_R16F" || levels[0].Height != 2 || levels[1].Number != 2 {
		t.Fatalf("%+v, %v", levels, err)
	}
	if a, b := levels[0].Layers[0], levels[1].Layers[0]; !a.Deep || !a.Whole || a.Err != nil || b.Whole {
		t.Errorf("%+v %+v", a, b)
	}
	raw, err := s.Raw(t.Context(), end, 1, 0, 0)
	if err != nil || string(raw.Data) != "\x01\x02\x03\x04" || raw.RowBytes != 2 || raw.TypeSize != 2 {
		t.Errorf("%+v, %v", raw, err)
	}
	if _, err := s.Raw(t.Context(), end, 1, 2, 0); !errors.Is(err, ErrPieces) {
		t.Errorf("a level in pieces: %v", err)
	}
	for _, place := range [][2]int64{{1, 0}, {0, 7}, {-1, 0}} {
		if _, err := s.Raw(t.Context(), end, 1, place[0], place[1]); !errors.Is(err, ErrUnknown) {
			t.Errorf("level %d, layer %d: %v", place[0], place[1], err)
		}
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Levels(gone, end, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
