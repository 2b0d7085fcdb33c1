package state

import (
	"errors"
	"fmt"
	stdimage "image"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestCompressed covers a whole level, a part of one, blocks from a buffer, and unsupported formats.
func TestCompressed(t *testing.T) {
	plain := func(colors ...byte) (b []byte) { // ETC1 blocks of a single color: red is in the first four bits
		for _, red := range colors {
			b = append(b, red<<4|red, 0, 0, 0, 0, 0, 0, 0)
		}
		return b
	}
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindTexture", "GL_TEXTURE_2D", 1)
		m.Call("glCompressedTexImage2D", "GL_TEXTURE_2D", 0, "GL_COMPRESSED_RGB8_ETC2", 6, 6, 0, 32, tracetest.Bytes(plain(1, 2, 3, 4)))
		m.Call("glCompressedTexSubImage2D", "GL_TEXTURE_2D", 0, 4, 0, 2, 4, "GL_COMPRESSED_RGB8_ETC2", 8, tracetest.Bytes(plain(9)))
		m.Call("glBindBuffer", "GL_PIXEL_UNPACK_BUFFER", 9).Call("glBufferData", "GL_PIXEL_UNPACK_BUFFER", 24, tracetest.Bytes(plain(5, 6, 7)), "GL_STATIC_DRAW")
		m.Call("glBindTexture", "GL_TEXTURE_2D", 2).Call("glCompressedTexImage2D", "GL_TEXTURE_2D", 0, "GL_ETC1_RGB8_OES", 8, 4, 0, 16, tracetest.Offset(8))
		m.Call("glBindTexture", "GL_TEXTURE_2D_ARRAY", 3).Call("glCompressedTexImage3D", "GL_TEXTURE_2D_ARRAY", 0, "GL_COMPRESSED_RGB8_ETC2", 4, 4, 2, 0, 16, tracetest.Bytes(plain(10, 11)))
		m.Call("glBindTexture", "GL_TEXTURE_2D", 4).Call("glCompressedTexImage2D", "GL_TEXTURE_2D", 0, "GL_COMPRESSED_RGB8_ETC2", 8, 8, 0, 8, tracetest.Bytes(plain(1)))
		m.Call("glBindTexture", "GL_TEXTURE_2D", 5).Call("glCompressedTexImage2D", "GL_TEXTURE_2D", 0, "GL_COMPRESSED_RGBA_ASTC_4x4", 4, 4, 0, 16, tracetest.Bytes(make([]byte, 16)))
	})
	s, end := New(f), f.Len()-1
	for _, c := range []struct {
		name                uint64
		layer, across, rows int
		want                string // red, by its first four bits, in the middle of each block from the top
	}{{1, 0, 6, 6, "[3 4] [1 9]"}, {2, 0, 8, 4, "[6 7]"}, {3, 1, 4, 4, "[11]"}} {
		img, err := s.Texture(t.Context(), end, c.name, 0, c.layer)
		if err != nil || img.Bounds() != stdimage.Rect(0, 0, c.across, c.rows) {
			t.Errorf("texture %d: %v, %v", c.name, img.Bounds(), err)
			continue
		}
		var got []string
		for y := c.rows - 1; y >= 0; y -= 4 {
			var row []byte
			for x := 0; x < c.across; x += 4 {
				r, _, _, _ := img.At(x, y).RGBA()
				row = append(row, byte(r>>12))
			}
			got = append([]string{fmt.Sprint(row)}, got...)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("texture %d: %s, expected %s", c.name, got, c.want)
		}
	}
	if _, err := s.Texture(t.Context(), end, 4, 0, 0); !errors.Is(err, ErrUnknown) {
		t.Errorf("a texture with too few blocks: got error %v", err)
	}
	if _, err := s.Texture(t.Context(), end, 5, 0, 0); !errors.Is(err, ErrCompressed) {
		t.Errorf("a texture of another format: got error %v", err)
	}
	all, err := s.Objects(t.Context(), end)
	if err != nil || len(all.Textures[4].Contents) != 0 || !strings.Contains(all.Textures[4].Lack, "ASTC_4x4") || len(all.Textures[0].Contents) != 1 {
		t.Errorf("%+v, %v", all.Textures, err)
	}
}

// BenchmarkTexture shows a texture of the maximum size.
func BenchmarkTexture(b *testing.B) {
	const side = 4096
	for name, c := range map[string]struct {
		format, kind uint32
		size         int
	}{"rgba8": {0x1908, 0x1401, 4}, "rgb565": {0x1907, 0x8363, 2}, "rgba16f": {0x1908, 0x140B, 8}, "rgba32f": {0x1908, 0x1406, 16}} {
		data := make([]byte, side*side*c.size)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Picture(data, side, side, c.format, c.kind); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
