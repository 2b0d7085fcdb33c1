package picture

import (
	"image/color"
	"strings"
	"testing"
)

// TestTexels: one texel of each type, and its colour.
func TestTexels(t *testing.T) {
	for _, c := range []struct {
		name         string
		format, kind uint32
		data         string
		want         color.NRGBA
	}{
		{"RGBA8", 0x1908, 0x1401, "\x01\x02\x03\x04", color.NRGBA{1, 2, 3, 4}},
		{"BGRA8", 0x80E1, 0x1401, "\x01\x02\x03\x04", color.NRGBA{3, 2, 1, 4}},
		{"RGB8", 0x1907, 0x1401, "\x01\x02\x03", color.NRGBA{1, 2, 3, 255}},
		{"RG8", 0x8227, 0x1401, "\x01\x02", color.NRGBA{1, 2, 0, 255}},
		{"R8UI", 0x8D94, 0x1401, "\x01", color.NRGBA{1, 0, 0, 255}},
		{"alpha", 0x1906, 0x1401, "\x01", color.NRGBA{0, 0, 0, 1}},
		{"luminance alpha", 0x190A, 0x1401, "\x01\x02", color.NRGBA{1, 1, 1, 2}},
		{"signed bytes", 0x1907, 0x1400, "\x7f\x00\x80", color.NRGBA{255, 0, 0, 255}},
		{"565, low byte first", 0x1907, 0x8363, "\x1f\xf8", color.NRGBA{255, 0, 255, 255}},
		{"565, scaled", 0x1907, 0x8363, "\x10\x84", color.NRGBA{132, 130, 132, 255}},
		{"4444", 0x1908, 0x8033, "\x34\x12", color.NRGBA{17, 34, 51, 68}},
		{"4444 reversed", 0x80E1, 0x8365, "\x34\x12", color.NRGBA{34, 51, 68, 17}},
		{"5551", 0x1908, 0x8034, "\x01\xf8", color.NRGBA{255, 0, 0, 255}},
		{"5551, alpha 0", 0x1908, 0x8034, "\x00\xf8", color.NRGBA{255, 0, 0, 0}},
		{"1555 reversed", 0x80E1, 0x8366, "\x1f\x80", color.NRGBA{0, 0, 255, 255}},
		{"2_10_10_10", 0x1908, 0x8368, "\xff\x03\x00\xc0", color.NRGBA{255, 0, 0, 255}},
		{"16 bits", 0x1903, 0x1403, "\x00\x80", color.NRGBA{128, 0, 0, 255}},
		{"signed 16 bits", 0x1903, 0x1402, "\xff\x7f", color.NRGBA{255, 0, 0, 255}},
		{"32 bits", 0x8D94, 0x1405, "\x00\x00\x00\x80", color.NRGBA{128, 0, 0, 255}},
		{"signed 32 bits", 0x8D94, 0x1404, "\xff\xff\xff\x7f", color.NRGBA{255, 0, 0, 255}},
		{"float", 0x1903, 0x1406, "\x00\x00\x00\x3f", color.NRGBA{128, 0, 0, 255}},
		{"float above 1", 0x1903, 0x1406, "\x00\x00\x00\x40", color.NRGBA{255, 0, 0, 255}},
		{"not a number", 0x1903, 0x1406, "\x00\x00\xc0\x7f", color.NRGBA{0, 0, 0, 255}},
		{"half", 0x1903, 0x140B, "\x00\x38", color.NRGBA{128, 0, 0, 255}},
		{"half below 0", 0x1903, 0x8D61, "\x00\xb8", color.NRGBA{0, 0, 0, 255}},
		{"half without exponent", 0x1903, 0x140B, "\xff\x03", color.NRGBA{0, 0, 0, 255}},
		{"infinite half", 0x1903, 0x140B, "\x00\x7c", color.NRGBA{255, 0, 0, 255}},
		{"10F_11F_11F", 0x1907, 0x8C3B, "\xc0\x03\x00\x00", color.NRGBA{255, 0, 0, 255}},
		{"5_9_9_9", 0x1907, 0x8C3E, "\x00\x01\x00\x78", color.NRGBA{128, 0, 0, 255}},
		{"depth 24", 0x84F9, 0x84FA, "\x05\x00\x00\x80", color.NRGBA{128, 128, 128, 255}},
		{"depth float", 0x84F9, 0x8DAD, "\x00\x00\x00\x3f\x01\x00\x00\x00", color.NRGBA{128, 128, 128, 255}},
	} {
		img, err := Texels{Width: 1, Height: 1, Format: c.format, Type: c.kind, Data: []byte(c.data)}.Image(16)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := img.NRGBAAt(0, 0); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRows(t *testing.T) {
	texels := Texels{Width: 1, Height: 2, Format: 0x1903, Type: 0x1401, Align: 4, Data: []byte{1, 9, 9, 9, 2}}
	for _, c := range []struct {
		up   bool
		want byte
	}{{false, 1}, {true, 2}} {
		texels.BottomUp = c.up
		if img, err := texels.Image(16); err != nil || img.Pix[0] != c.want || img.Pix[4] != 3-c.want {
			t.Errorf("%v, %v", img, err)
		}
	}
}

func TestLargeOnesAreThinnedOut(t *testing.T) {
	data := make([]byte, 10*5)
	for i := range data {
		data[i] = byte(i)
	}
	img, err := Texels{Width: 10, Height: 5, Format: 0x1903, Type: 0x1401, Data: data}.Image(4)
	if err != nil || img.Rect.Max.X != 4 || img.Rect.Max.Y != 2 || img.Pix[4] != 3 || img.Pix[img.Stride] != 30 {
		t.Errorf("%v, %v", img, err)
	}
}

func TestRefused(t *testing.T) {
	good := Texels{Width: 2, Height: 2, Format: 0x1908, Type: 0x1401, Data: make([]byte, 16)}
	for want, change := range map[string]func(*Texels){
		"too few":           func(t *Texels) { t.Data = t.Data[1:] },
		"too few for 2 x 3": func(t *Texels) { t.Height = 3 },
		"0 x 2":             func(t *Texels) { t.Width = 0 },
		"-1 texels":         func(t *Texels) { t.Height = -1 },
		"1048577 x 2":       func(t *Texels) { t.Width = 1<<20 + 1 },
		"format 0x0001":     func(t *Texels) { t.Format = 1 },
		"type 0x0002":       func(t *Texels) { t.Type = 2 },
		"1048576 x 1048576": func(t *Texels) { t.Width, t.Height = 1<<20, 1<<20 },
	} {
		bad := good
		change(&bad)
		if _, err := bad.Image(16); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func FuzzImage(f *testing.F) {
	f.Add(2, 2, uint32(0x1908), uint32(0x1401), 4, make([]byte, 16))
	f.Add(1, 1, uint32(0x84F9), uint32(0x8DAD), 1, make([]byte, 8))
	f.Fuzz(func(t *testing.T, w, h int, format, kind uint32, align int, data []byte) {
		img, err := Texels{Width: w, Height: h, Format: format, Type: kind, Align: align & 15, Data: data}.Image(64)
		if err == nil && (img.Rect.Max.X > 64 || img.Rect.Max.Y > 64) {
			t.Errorf("%v", img.Rect)
		}
	})
}
