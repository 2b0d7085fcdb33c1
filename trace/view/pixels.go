package view

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/gleslayergen/gleslayergen/trace/images"
)

// Forms of the pixels of a replayed image.
const (
	formColors  = iota // 4 bytes: red, green, blue and alpha
	formFloats         // 4 floats of 32 bits
	formNumber         // one float of 32 bits
	formIndexed        // one byte. The palette is before the pixels: 256 colors of 4 bytes
)

// mostPixels is the maximum number of pixels of a replayed image: 4096 x 4096.
const mostPixels = 1 << 24

// encodePixels returns the values of an image: the width, the height, the form of the pixels and 0 as little-endian 32-bit integers,
// then the pixels, the top row first.
func encodePixels(of *images.Image) ([]byte, error) {
	b := of.Picture.Bounds()
	width, height := b.Dx(), b.Dy()
	if width <= 0 || height <= 0 || int64(width)*int64(height) > mostPixels {
		return nil, fmt.Errorf("the image has %d x %d pixels: at most %d can be shown", width, height, mostPixels)
	}
	form, pixels := pixelsOf(of)
	out := make([]byte, 0, 16+len(pixels))
	for _, n := range []int{width, height, form, 0} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	return append(out, pixels...), nil
}

// pixelsOf returns the form and the pixels of an image.
func pixelsOf(of *images.Image) (form int, pixels []byte) {
	b := of.Picture.Bounds()
	if exact := of.Exact(); exact != nil {
		return exactPixels(exact, b.Dx(), b.Dy())
	}
	switch p := of.Picture.(type) {
	case *image.Paletted:
		return formIndexed, indexedPixels(p)
	case *image.NRGBA:
		return formColors, rowsOf(p.Pix, p.Stride, 4*b.Dx(), b.Dy())
	default:
		return formFloats, floatPixels(p)
	}
}

// exactPixels returns values whose lowest row is the first.
func exactPixels(values []float64, width, height int) (form int, pixels []byte) {
	row, form := len(values)/height, formFloats
	if row == width {
		form = formNumber
	}
	pixels = make([]byte, 0, 4*len(values))
	for y := height - 1; y >= 0; y-- {
		for _, v := range values[y*row : (y+1)*row] {
			pixels = binary.LittleEndian.AppendUint32(pixels, math.Float32bits(float32(v)))
		}
	}
	return form, pixels
}

func rowsOf(pix []byte, stride, row, height int) []byte {
	out := make([]byte, 0, row*height)
	for y := range height {
		out = append(out, pix[y*stride:y*stride+row]...)
	}
	return out
}

func indexedPixels(p *image.Paletted) []byte {
	out := make([]byte, 4*256, 4*256+len(p.Pix))
	for n, c := range p.Palette {
		v := color.NRGBAModel.Convert(c).(color.NRGBA)
		copy(out[4*n:], []byte{v.R, v.G, v.B, v.A})
	}
	return append(out, rowsOf(p.Pix, p.Stride, p.Rect.Dx(), p.Rect.Dy())...)
}

// floatPixels returns the fractions of a picture with more than 8 bits for each channel.
func floatPixels(p image.Image) []byte {
	b := p.Bounds()
	out := make([]byte, 0, 16*b.Dx()*b.Dy())
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			v := color.NRGBA64Model.Convert(p.At(x, y)).(color.NRGBA64)
			for _, channel := range []uint16{v.R, v.G, v.B, v.A} {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(channel)/math.MaxUint16))
			}
		}
	}
	return out
}
