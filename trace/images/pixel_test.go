package images

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// TestPixel reads the exact values of pixels with all formats that the player returns.
func TestPixel(t *testing.T) {
	word := func(list ...uint32) (out []byte) {
		for _, w := range list {
			out = binary.LittleEndian.AppendUint32(out, w)
		}
		return out
	}
	one := math.Float32bits(1.5)
	for _, c := range []struct {
		format, kind uint32
		data         []byte
		values, max  []float64
	}{
		{rgba, typeUbyte, []byte{1, 2, 3, 255}, []float64{1, 2, 3, 255}, []float64{255, 255, 255, 255}},
		{rgba, typeByte, []byte{255, 127, 0, 128}, []float64{-1, 127, 0, -128}, []float64{127, 127, 127, 127}},
		{rgba, typeUshort, []byte{1, 1, 0, 0, 255, 255, 2, 0}, []float64{257, 0, 65535, 2}, []float64{65535, 65535, 65535, 65535}},
		{rgba, type10Reverse, word(3<<30 | 5<<20 | 4<<10 | 1023), []float64{1023, 4, 5, 3}, []float64{1023, 1023, 1023, 3}},
		{rgba, typeFloat, word(one, one, 0, one), []float64{1.5, 1.5, 0, 1.5}, nil},
		{rgbaInteger, typeInt, word(1, math.MaxUint32, 0, 5), []float64{1, -1, 0, 5}, nil},
		{rgbaInteger, typeUint, word(1, math.MaxUint32, 0, 5), []float64{1, math.MaxUint32, 0, 5}, nil},
		{depthComponent, typeUint, word(math.MaxUint32), []float64{math.MaxUint32}, []float64{math.MaxUint32}},
		{depthComponent, typeFloat, word(one), []float64{1.5}, nil},
		{stencilIndex, typeUbyte, []byte{7}, []float64{7}, nil},
	} {
		r := &replay.Reading{Width: 2, Height: 1, Format: c.format, Type: c.kind, Data: append(slices.Repeat([]byte{9}, len(c.data)), c.data...)}
		image, err := Of(Moment{}, "color0", r)
		if err != nil {
			t.Fatalf("%#x %#x: %v", c.format, c.kind, err)
		}
		p, err := image.Pixel(1, 0)
		if err != nil || !slices.Equal(p.Values, c.values) || !slices.Equal(p.Max, c.max) {
			t.Errorf("%#x %#x: %+v, %v", c.format, c.kind, p, err)
		}
		if _, err := image.Pixel(0, 1); err == nil {
			t.Error("a pixel outside has no error")
		}
		if first, err := PixelOf(r); err != nil || first.Equal(p) || !first.Equal(first) {
			t.Errorf("%+v, %v", first, err)
		}
	}
	if _, err := PixelOf(&replay.Reading{Format: rgba, Type: typeFloat, Data: make([]byte, 4)}); err == nil {
		t.Error("truncated data has no error")
	}
}
