package images

import (
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// one is a plan with a request for an attachment.
func one(w What, a replay.Attachment) *Plan {
	return &Plan{options: Options{What: w}, reads: []read{{Moment{Frame: 2, Pass: 1, Draw: 3, Call: 9}, a}}}
}

func words(list ...uint32) (out []byte) {
	for _, w := range list {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}

func floats(list ...float32) (out []byte) {
	for _, f := range list {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return out
}

func deref(n *float64) any {
	if n == nil {
		return nil
	}
	return *n
}

const all16 = math.MaxUint16

// An image has the top row first, and the colors that its format and type mean. The readings have one column, lower pixel first.
func TestImage(t *testing.T) {
	const byteType, byteSigned, shortType = 0x1401, 0x1400, 0x1403
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		what           What
		attachment     replay.Attachment
		format, kind   uint32
		data           []byte
		want           [2]color.Color // the lower pixel first
		lowest, higher float64
		ranged         bool
	}{
		"bytes": {what: Color, attachment: replay.Color, format: rgba, kind: byteType, data: []byte{1, 2, 3, 255, 4, 5, 6, 255},
			want: [2]color.Color{color.NRGBA{1, 2, 3, 255}, color.NRGBA{4, 5, 6, 255}}},
		"shorts": {what: Color, attachment: replay.Color, format: rgba, kind: shortType, data: []byte{1, 0, 2, 0, 3, 0, 255, 255, 4, 1, 5, 1, 6, 1, 255, 255},
			want: [2]color.Color{color.NRGBA64{1, 2, 3, all16}, color.NRGBA64{0x104, 0x105, 0x106, all16}}},
		"signed bytes": {what: Color, attachment: replay.Color, format: rgba, kind: byteSigned, data: []byte{127, 0, 0x81, 127, 0, 127, 0, 127},
			want: [2]color.Color{color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}}},
		"2, 10, 10, 10 bits": {what: Color, attachment: replay.Color, format: rgba, kind: 0x8368, data: words(3<<30|1023, 3<<30|1023<<10),
			want: [2]color.Color{color.NRGBA64{all16, 0, 0, all16}, color.NRGBA64{0, all16, 0, all16}}},
		"floats": {what: Color, attachment: replay.Color, format: rgba, kind: typeFloat, data: floats(0.5, 4, -1, 1, nan, 0, 1, 1),
			want: [2]color.Color{color.NRGBA64{0x8000, all16, 0, all16}, color.NRGBA64{0, 0, all16, all16}}, lowest: -1, higher: 4, ranged: true},
		"integers": {what: Color, attachment: replay.Color + 1, format: rgbaInteger, kind: typeInt, data: words(^uint32(0), 0, 1, 3, 3, 3, 3, 3),
			want: [2]color.Color{color.NRGBA64{0, 0x4000, 0x8000, all16}, color.NRGBA64{all16, all16, all16, all16}}, lowest: -1, higher: 3, ranged: true},
		"unsigned integers": {what: Color, attachment: replay.Color, format: rgbaInteger, kind: typeUint, data: words(0, 0, 1<<31, 1<<32-1, 0, 0, 0, 0),
			want: [2]color.Color{color.NRGBA64{0, 0, 0x8000, all16}, color.NRGBA64{}}, higher: 1<<32 - 1, ranged: true},
		"equal integers": {what: Color, attachment: replay.Color, format: rgbaInteger, kind: typeUint, data: words(7, 7, 7, 7, 7, 7, 7, 7),
			want: [2]color.Color{color.NRGBA64{all16, all16, all16, all16}, color.NRGBA64{all16, all16, all16, all16}}, lowest: 7, higher: 7, ranged: true},
		"depth": {what: Depth, attachment: replay.Depth, format: depthComponent, kind: typeUint, data: words(0, 1<<32-1),
			want: [2]color.Color{color.Gray16{0}, color.Gray16{all16}}, higher: 1, ranged: true},
		"depth of floats": {what: Depth, attachment: replay.Depth, format: depthComponent, kind: typeFloat, data: floats(0.5, 0.25),
			want: [2]color.Color{color.Gray16{all16}, color.Gray16{0}}, lowest: 0.25, higher: 0.5, ranged: true},
		"depth without a number": {what: Depth, attachment: replay.Depth, format: depthComponent, kind: typeFloat, data: floats(nan, nan),
			want: [2]color.Color{color.Gray16{all16}, color.Gray16{all16}}, ranged: true},
		"stencil": {what: Stencil, attachment: replay.Stencil, format: stencilIndex, kind: byteType, data: []byte{0, 9},
			want: [2]color.Color{stencilColors[0], stencilColors[9]}},
		"overdraw": {what: Overdraw, format: red, kind: byteType, data: []byte{2, 240},
			want: [2]color.Color{countColors[2], countColors[240]}, lowest: 2, higher: 240, ranged: true},
		"wireframe": {what: Wireframe, format: red, kind: byteType, data: []byte{0, 3},
			want: [2]color.Color{color.RGBA{A: 255}, color.RGBA{255, 255, 255, 255}}},
	} {
		i, err := one(c.what, c.attachment).Image(&replay.Reading{Width: 1, Height: 2, Format: c.format, Type: c.kind, Data: c.data})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for at, want := range c.want {
			if got := i.Picture.At(0, 1-at); got != want && (c.attachment != replay.Color || color.NRGBA64Model.Convert(got) != color.NRGBA64Model.Convert(want)) {
				t.Errorf("%s: pixel %d is %v; want %v", name, at, got, want)
			}
		}
		if (i.Lowest != nil) != c.ranged || c.ranged && (*i.Lowest != c.lowest || *i.Highest != c.higher) {
			t.Errorf("%s: values %v to %v", name, deref(i.Lowest), deref(i.Highest))
		}
		if i.Width != 1 || i.Height != 2 || i.Picture.Bounds() != image.Rect(0, 0, 1, 2) {
			t.Errorf("%s: %d x %d, %v", name, i.Width, i.Height, i.Picture.Bounds())
		}
		if want := map[bool]int{true: 242}[c.what == Overdraw]; i.Fragments != want {
			t.Errorf("%s: %d fragments", name, i.Fragments)
		}
	}
}

// What cannot be an image is a failure with a reason.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		attachment replay.Attachment
		reading    replay.Reading
		attached   string
		reason     string
	}{
		"of the player":   {replay.Depth, replay.Reading{Failure: "the driver does not have GL_NV_read_depth"}, "depth", "GL_NV_read_depth"},
		"no pixels":       {replay.Color, replay.Reading{Data: []byte{}, Format: rgba, Type: 0x1401}, "color0", "0 x 0 pixels"},
		"too wide":        {replay.Color, replay.Reading{Width: 1<<16 + 1, Height: 1, Data: []byte{}, Format: rgba, Type: 0x1401}, "color0", "too many"},
		"too many pixels": {replay.Color + 7, replay.Reading{Width: 4097, Height: 4096, Data: []byte{}, Format: rgba, Type: 0x1401}, "color7", "too many"},
		"negative":        {replay.Color, replay.Reading{Width: -1, Height: -1, Data: []byte{}, Format: rgba, Type: 0x1401}, "color0", "too many"},
		"few bytes":       {replay.Color, replay.Reading{Width: 1, Height: 1, Data: []byte{0}, Format: rgba, Type: 0x1401}, "color0", "1 bytes for 1 x 1"},
		"few floats":      {replay.Color, replay.Reading{Width: 1, Height: 1, Data: []byte{0}, Format: rgba, Type: typeFloat}, "color0", "1 bytes for 1 x 1"},
		"few indices":     {replay.Stencil, replay.Reading{Width: 2, Height: 1, Data: []byte{0}, Format: stencilIndex}, "stencil", "1 bytes for 2 x 1"},
		"few counts":      {0, replay.Reading{Width: 2, Height: 1, Data: []byte{0}, Format: red}, "overdraw", "1 bytes for 2 x 1"},
		"many depths":     {replay.Depth, replay.Reading{Width: 1, Height: 1, Data: words(1, 2), Format: depthComponent, Type: typeUint}, "depth", "8 bytes for 1 x 1"},
	} {
		i, err := one(Overdraw, c.attachment).Image(&c.reading)
		var f *Failure
		if i != nil || !errors.As(err, &f) || f.Attachment != c.attached || f.Call != 9 || !strings.Contains(f.Error(), c.reason) {
			t.Errorf("%s: %+v, %v", name, i, err)
		}
	}
}

// An attachment that does not exist has no image. A result that was not requested is an error of the player.
func TestNoImage(t *testing.T) {
	if i, err := one(Color, replay.Color+1).Image(&replay.Reading{}); i != nil || err != nil {
		t.Errorf("%+v, %v", i, err)
	}
	i, err := one(Color, replay.Color).Image(&replay.Reading{ID: 1})
	if i != nil || err == nil || errors.As(err, new(*Failure)) || !strings.Contains(err.Error(), "unknown request 1") {
		t.Errorf("%+v, %v", i, err)
	}
}

func TestName(t *testing.T) {
	for want, i := range map[string]Image{
		"frame-3-pass-1-draw-17-color2": {Moment: Moment{3, 1, 17, 99}, Attachment: "color2"},
		"frame-3-depth":                 {Moment: Moment{3, -1, -1, 99}, Attachment: "depth"},
		"end-pass-0-draw-1-overdraw":    {Moment: Moment{-1, 0, 1, 99}, Attachment: "overdraw"},
	} {
		if got := i.Name(); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

// Each count and each value of the stencil buffer has a color of its own, as far as the palettes have them.
func TestPalettes(t *testing.T) {
	for name, palette := range map[string]color.Palette{"stencil": stencilColors, "count": countColors[:65]} {
		seen := map[color.Color]int{}
		for value, c := range palette {
			if before, found := seen[c]; found {
				t.Errorf("%s: %d and %d have the color %v", name, before, value, c)
			}
			seen[c] = value
		}
	}
}
