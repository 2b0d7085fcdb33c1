package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	stdimage "image"
	"image/color"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
)

// TestPixels: each row has the bytes of a pixel and its expected color.
func TestPixels(t *testing.T) {
	le16 := func(v ...uint16) (b []byte) {
		for _, one := range v {
			b = binary.LittleEndian.AppendUint16(b, one)
		}
		return b
	}
	le32 := func(v ...uint32) (b []byte) {
		for _, one := range v {
			b = binary.LittleEndian.AppendUint32(b, one)
		}
		return b
	}
	const full = 0xffff
	for _, c := range []struct {
		format, kind string
		data         []byte
		want         color.NRGBA64
	}{
		{"GL_RGBA", "GL_UNSIGNED_BYTE", []byte{255, 0, 128, 51}, color.NRGBA64{full, 0, 0x8080, 0x3333}},
		{"GL_BGRA_EXT", "GL_UNSIGNED_BYTE", []byte{255, 0, 128, 51}, color.NRGBA64{0x8080, 0, full, 0x3333}},
		{"GL_RGB", "GL_UNSIGNED_BYTE", []byte{1, 2, 3}, color.NRGBA64{0x101, 0x202, 0x303, full}},
		{"GL_LUMINANCE", "GL_UNSIGNED_BYTE", []byte{2}, color.NRGBA64{0x202, 0x202, 0x202, full}},
		{"GL_LUMINANCE_ALPHA", "GL_UNSIGNED_BYTE", []byte{2, 3}, color.NRGBA64{0x202, 0x202, 0x202, 0x303}},
		{"GL_ALPHA", "GL_UNSIGNED_BYTE", []byte{3}, color.NRGBA64{0, 0, 0, 0x303}},
		{"GL_RED", "GL_UNSIGNED_BYTE", []byte{255}, color.NRGBA64{full, 0, 0, full}},
		{"GL_RG", "GL_BYTE", []byte{127, 0x81}, color.NRGBA64{full, 0, 0, full}},
		{"GL_RGB", "GL_UNSIGNED_SHORT_5_6_5", le16(0xffff), color.NRGBA64{full, full, full, full}},
		{"GL_RGB", "GL_UNSIGNED_SHORT_5_6_5", le16(1 << 11), color.NRGBA64{8 * 257, 0, 0, full}},
		{"GL_RGBA", "GL_UNSIGNED_SHORT_4_4_4_4", le16(0xf08f), color.NRGBA64{full, 0, 0x8888, full}},
		{"GL_RGBA", "GL_UNSIGNED_SHORT_5_5_5_1", le16(0xf800 | 31<<1), color.NRGBA64{full, 0, full, 0}},
		{"GL_RGBA", "GL_UNSIGNED_INT_2_10_10_10_REV", le32(1023 | 1<<30), color.NRGBA64{full, 0, 0, 0x5555}},
		{"GL_RGB", "GL_UNSIGNED_INT_10F_11F_11F_REV", le32(15<<6 | 14<<(11+6)), color.NRGBA64{full, 0x8000, 0, full}},
		{"GL_RGB", "GL_UNSIGNED_INT_5_9_9_9_REV", le32(256 | 16<<27), color.NRGBA64{full, 0, 0, full}},
		{"GL_RGBA", "GL_FLOAT", le32(0x3f800000, 0xbf800000, 0x3f000000, 0x7fc00000), color.NRGBA64{full, 0, 0x8000, 0}},
		{"GL_RGBA", "GL_HALF_FLOAT", le16(0x3c00, 0x3800, 0, 0x7c00), color.NRGBA64{full, 0x8000, 0, full}},
		{"GL_RED", "GL_HALF_FLOAT_OES", le16(0x3c00), color.NRGBA64{full, 0, 0, full}},
		{"GL_RGBA_INTEGER", "GL_UNSIGNED_INT", le32(255, 51, 0, 70000), color.NRGBA64{full, 0x3333, 0, full}},
		{"GL_RED_INTEGER", "GL_BYTE", []byte{51}, color.NRGBA64{0x3333, 0, 0, full}},
		{"GL_RG", "GL_UNSIGNED_SHORT", le16(0x1234, 0xffff), color.NRGBA64{0x1234, full, 0, full}},
		{"GL_DEPTH_COMPONENT", "GL_UNSIGNED_INT", le32(0xffffffff), color.NRGBA64{full, full, full, full}},
		{"GL_DEPTH_STENCIL", "GL_UNSIGNED_INT_24_8", le32(0xffffff01), color.NRGBA64{full, full, full, full}},
		{"GL_DEPTH_STENCIL", "GL_FLOAT_32_UNSIGNED_INT_24_8_REV", le32(0x3f000000, 7), color.NRGBA64{0x8000, 0x8000, 0x8000, full}},
		{"GL_STENCIL_INDEX", "GL_UNSIGNED_BYTE", []byte{255}, color.NRGBA64{full, full, full, full}},
	} {
		format, _ := registry.Builtin().Enum(c.format)
		kind, _ := registry.Builtin().Enum(c.kind)
		got, err := Picture(c.data, 1, 1, uint32(format.Value), uint32(kind.Value))
		if err != nil || firstPixel(got) != c.want {
			t.Errorf("%s %s: %v, %v, expected %v", c.format, c.kind, got, err, c.want)
		}
	}
	if _, err := Picture(nil, 1, 1, 0x1908, 0x1908); err == nil {
		t.Error("pixels without a type were converted")
	}
}

// firstPixel returns the first pixel with 16 bits for each channel.
func firstPixel(img stdimage.Image) color.NRGBA64 {
	switch c := img.At(0, 0).(type) {
	case color.NRGBA64:
		return c
	case color.NRGBA:
		return color.NRGBA64{uint16(c.R) * 257, uint16(c.G) * 257, uint16(c.B) * 257, uint16(c.A) * 257}
	}
	return color.NRGBA64{}
}

// TestTexture covers partial writes, row padding, faces, layers, and pixels from a buffer. The top row of the
// image is the last in memory.
func TestTexture(t *testing.T) {
	px := func(v ...byte) tracetest.Data {
		var b []byte
		for _, one := range v {
			b = append(b, one, one, one, 255)
		}
		return tracetest.Bytes(b)
	}
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindTexture", "GL_TEXTURE_2D", 1).Call("glTexStorage2D", "GL_TEXTURE_2D", 1, "GL_RGBA8", 2, 2)
		m.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 2, 2, "GL_RGBA", "GL_UNSIGNED_BYTE", px(1, 2, 3, 4))
		m.Call("glPixelStorei", "GL_UNPACK_ROW_LENGTH", 3).Call("glPixelStorei", "GL_UNPACK_SKIP_PIXELS", 1)
		m.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 1, 0, 1, 2, "GL_RGBA", "GL_UNSIGNED_BYTE", px(0, 7, 0, 0, 8))
		m.Call("glBindBuffer", "GL_PIXEL_UNPACK_BUFFER", 9).Call("glBufferData", "GL_PIXEL_UNPACK_BUFFER", 40, px(0, 0, 0, 0, 21, 0, 0, 22, 0, 0), "GL_STATIC_DRAW")
		m.Call("glBindTexture", "GL_TEXTURE_CUBE_MAP", 2)
		m.Call("glTexImage2D", "GL_TEXTURE_CUBE_MAP_NEGATIVE_X", 0, "GL_RGBA", 1, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Offset(12))
	})
	s, end := New(f), f.Len()-1
	grays := func(name uint64, layer int) (out []byte) {
		p, err := s.Texture(t.Context(), end, name, 0, layer)
		if err != nil {
			t.Fatal(name, err)
		}
		for y := range p.Bounds().Dy() {
			for x := range p.Bounds().Dx() {
				r, _, _, _ := p.At(x, y).RGBA()
				out = append(out, byte(r>>8))
			}
		}
		return out
	}
	if got := grays(1, 0); !slices.Equal(got, []byte{3, 8, 1, 7}) {
		t.Errorf("texture 1: %v", got)
	}
	if got := grays(2, 1); !slices.Equal(got, []byte{22, 21}) {
		t.Errorf("texture 2: %v", got)
	}
	if _, err := s.Texture(t.Context(), end, 2, 0, 0); !errors.Is(err, ErrUnknown) {
		t.Errorf("a face that was never written: %v", err)
	}
	var missing *MissingError
	if _, err := s.Texture(t.Context(), end, 4, 0, 0); !errors.As(err, &missing) {
		t.Errorf("missing object: %v", err)
	}
}

// TestBuffers covers partial writes, copies, writes through a mapped pointer, and many small pieces.
func TestBuffers(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 1).Call("glBufferData", "GL_ARRAY_BUFFER", 8, tracetest.Bytes([]byte{0, 1, 2, 3, 4, 5, 6, 7}), "GL_DYNAMIC_DRAW")
		m.Call("glBufferSubData", "GL_ARRAY_BUFFER", 2, 2, tracetest.Bytes([]byte{20, 30}))
		m.Call("glBindBuffer", "GL_COPY_WRITE_BUFFER", 2).Call("glBufferData", "GL_COPY_WRITE_BUFFER", 6, tracetest.Null(), "GL_STATIC_DRAW")
		m.Call("glCopyBufferSubData", "GL_ARRAY_BUFFER", "GL_COPY_WRITE_BUFFER", 1, 2, 3).Call("glBufferSubData", "GL_ARRAY_BUFFER", 3, 1, tracetest.Bytes([]byte{99}))
		m.Call("glMapBufferRange", "GL_COPY_WRITE_BUFFER", 4, 2, 2, tracetest.Returns(0x7000)).Synthetic("gltrace.Mapped", "GL_COPY_WRITE_BUFFER", 2, 5, 1, tracetest.Bytes([]byte{55}))
		m.Call("glUnmapBuffer", "GL_COPY_WRITE_BUFFER", tracetest.Returns(1))
		m.Call("glBindBuffer", "GL_UNIFORM_BUFFER", 3).Call("glBufferData", "GL_UNIFORM_BUFFER", 16, tracetest.Null(), "GL_STREAM_DRAW")
		for i := range 5000 {
			m.Call("glBufferSubData", "GL_UNIFORM_BUFFER", i%16, 1, tracetest.Bytes([]byte{byte(i)}))
		}
	})
	s, end := New(f), f.Len()-1
	for name, want := range map[uint64]string{
		1: "[0 1 20 99 4 5 6 7] true",
		2: "[0 0 1 20 30 55] true",
		3: "[128 129 130 131 132 133 134 135 120 121 122 123 124 125 126 127] true",
	} {
		data, known, err := s.Buffer(t.Context(), end, name)
		if got := fmt.Sprint(data, known); got != want || err != nil {
			t.Errorf("buffer %d: %s, %v, expected %s", name, got, err, want)
		}
	}
	n, err := s.object(t.Context(), end, "buffers", 3)
	if err != nil || n.at(word("contents")).pieces.count > 200 {
		t.Errorf("16 bytes have %d pieces", n.at(word("contents")).pieces.count)
	}
	list, total, err := Numbers([]byte{0, 0, 0x80, 0x3f, 1, 0}, "f32", 0, 9)
	if fmt.Sprint(list, total, err) != "[1] 1 <nil>" {
		t.Error(list, total, err)
	}
	list, total, err = Numbers([]byte{0xff, 0xff, 2, 0, 3, 0}, "i16", 1, 1)
	if fmt.Sprint(list, total, err) != "[2] 3 <nil>" {
		t.Error(list, total, err)
	}
}

// TestObjects checks the objects that the viewer lists.
func TestObjects(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(1)).Call("glShaderSource", 1, 1, tracetest.Bytes([]byte("a\x00\nb\n\x00")), tracetest.Null())
		m.Call("glCreateProgram", tracetest.Returns(2)).Call("glAttachShader", 2, 1).Call("glLinkProgram", 2).Call("glUseProgram", 2)
		m.Call("glGetActiveUniform", 2, 0, 32, ints(5), ints(3), ints(0x8B50), tracetest.String("at[0]")).Call("glGetActiveUniform", 2, 1, 32, ints(5), ints(1), ints(0x8B56), tracetest.String("on"))
		m.Call("glGetUniformLocation", 2, tracetest.String("at"), tracetest.Returns(4)).Call("glUniform2fv", 4, 2, floats(1, 2, 3, 4))
		m.Call("glBindTexture", "GL_TEXTURE_2D", 3).Call("glTexStorage2D", "GL_TEXTURE_2D", 2, "GL_RGB8", 6, 4)
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 5).Call("glBufferData", "GL_ARRAY_BUFFER", 8, tracetest.Null(), "GL_DYNAMIC_DRAW").Call("glUniform2f", 5, 9, 9)
	})
	s, end := New(f), f.Len()-1
	got, err := s.Objects(t.Context(), end)
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]string{
		"shaders":  {fmt.Sprintf("%+v", got.Shaders), "[{Name:1 Label: Type:GL_VERTEX_SHADER Lines:2 Status: Log: Changed:false}]"},
		"textures": {fmt.Sprintf("%+v", got.Textures), "[{Name:3 Label: Target:GL_TEXTURE_2D Width:6 Height:4 Depth:1 Format:GL_RGB8 Levels:2 Contents:[] Lack: Written:-1 Units:[0] Exact:false Changed:false}]"},
		"buffers":  {fmt.Sprintf("%+v", got.Buffers), "[{Name:5 Label: Size:8 Usage:GL_DYNAMIC_DRAW Mapped:false Changed:false}]"},
		"uniforms": {fmt.Sprintf("%+v", got.Programs[0].Uniforms), "[{Location:4 Name:at Type:GL_FLOAT_VEC2 Value:1, 2 Changed:false}" +
			" {Location:5 Name:at[1] Type:GL_FLOAT_VEC2 Value:9, 9 Changed:true} {Location:-1 Name:on Type:GL_BOOL Value: Changed:false}]"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s\nexpected %s", what, pair[0], pair[1])
		}
	}
	if text, err := s.Source(t.Context(), end, 1); text != "a\nb\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}
