// Package picture makes images of texels as OpenGL ES gets and gives them. Nothing that the texels' size claims is believed before
// there are as many bytes.
package picture

import (
	"fmt"
	"image"
	"math"
)

// Texels is one layer of a texture, or what was read from a framebuffer.
type Texels struct {
	Width, Height int
	Format, Type  uint32 // of glTexImage2D, unsized
	Align         int    // of a row's beginning, in bytes; 0 is 1
	BottomUp      bool   // the first row is the lowest
	Data          []byte
}

// Longest is the longest side of an image that is made: of a larger one every n-th texel is taken.
const Longest = 4096

// Image makes an image whose sides are at most so long, and at most Longest.
func (t Texels) Image(longest int) (*image.NRGBA, error) {
	to, ok := formats[t.Format]
	if !ok {
		return nil, fmt.Errorf("no image can be made of format 0x%04X", t.Format)
	}
	kind, ok := types[t.Type]
	if !ok {
		return nil, fmt.Errorf("no image can be made of type 0x%04X", t.Type)
	}
	pitch, err := t.pitch(kind.texel(len(to)))
	if err != nil {
		return nil, err
	}
	step := t.step(min(max(longest, 1), Longest))
	out := image.NewNRGBA(image.Rect(0, 0, (t.Width+step-1)/step, (t.Height+step-1)/step))
	for y := range out.Rect.Max.Y {
		row := y * step
		if t.BottomUp {
			row = t.Height - 1 - row
		}
		t.row(out.Pix[y*out.Stride:][:out.Stride], t.Data[row*pitch:], step, kind, to)
	}
	return out, nil
}

// pitch is the bytes from row to row. It refuses what the data is too short for.
func (t Texels) pitch(texel int) (int, error) {
	if t.Width <= 0 || t.Height <= 0 || t.Width > 1<<20 || t.Height > 1<<20 {
		return 0, fmt.Errorf("there are no images of %d x %d texels", t.Width, t.Height)
	}
	align := max(t.Align, 1)
	pitch := (t.Width*texel + align - 1) / align * align
	if whole := pitch*(t.Height-1) + t.Width*texel; whole > len(t.Data) {
		return 0, fmt.Errorf("%d bytes are too few for %d x %d texels of %d", len(t.Data), t.Width, t.Height, texel)
	}
	return pitch, nil
}

// step is how many texels of a side give one of the image.
func (t Texels) step(longest int) int {
	return (max(t.Width, t.Height) + longest - 1) / longest
}

func (t Texels) row(out, in []byte, step int, kind kind, to order) {
	var c [4]float32
	texel := kind.texel(len(to))
	for x := 0; len(out) > 0; x += step {
		kind.read(&c, in[x*texel:], len(to))
		to.paint(out[:4], &c)
		out = out[4:]
	}
}

// paint puts a texel's components, of which 1 is the brightest, where they belong.
func (o order) paint(out []byte, c *[4]float32) {
	out[0], out[1], out[2], out[3] = 0, 0, 0, 255
	for i := range len(o) {
		v := level(c[i])
		switch o[i] {
		case 'r':
			out[0] = v
		case 'g':
			out[1] = v
		case 'b':
			out[2] = v
		case 'a':
			out[3] = v
		case 'l':
			out[0], out[1], out[2] = v, v, v
		}
	}
}

// level makes eight bits of a component: what is no number is none of its light.
func level(v float32) byte {
	if !(v > 0) {
		return 0
	}
	return byte(math.Round(float64(min(v, 1)) * 255))
}
