//go:build ignore

package gles

import (
	"math"
	"math/bits"
)

// PixelStore is how an image is stored: values of glPixelStorei, such as GL_UNPACK_ALIGNMENT. 0 means the
// initial value, which is 4 for the alignment.
type PixelStore struct {
	Alignment                        int // of rows, in bytes: 1, 2, 4 or 8
	RowLength                        int // pixels from a row to the next one; 0: the width
	ImageHeight                      int // rows from an image to the next one; 0: the height
	SkipPixels, SkipRows, SkipImages int
}

// Image is where the pixels of an image are, in bytes.
type Image struct {
	Size   int // from the pointer to the end of the last pixel
	Offset int // of the first pixel
	Pixel  int // from a pixel to the next one
	Row    int // from a row to the next one
	Image  int // from an image of a 3D or array texture to the next one
}

// ImageSize computes where the pixels of an image are (OpenGL ES 3.2, 8.4.4). depth is 1 for two dimensions.
// It reports false if the format or type is unknown, a value is negative, the alignment is invalid, or the
// size does not fit into an int. It calls no function of GL.
//
//	if at, ok := gles.ImageSize(format, typeArg, width, height, 1, gles.PixelStore{}); ok {
//		uploaded = append(uploaded, pixels.Bytes(at.Size)...)
//	}
func ImageSize(format, typ GLenum, width, height, depth GLsizei, store PixelStore) (Image, bool) {
	pixel, align := pixelSize(format, typ), store.Alignment
	if align == 0 {
		align = 4
	}
	least := min(int(width), int(height), int(depth), store.RowLength, store.ImageHeight, store.SkipPixels, store.SkipRows, store.SkipImages)
	if least < 0 || pixel == 0 || align != 1 && align != 2 && align != 4 && align != 8 {
		return Image{}, false
	}
	length, rows := int(width), int(height)
	if store.RowLength > 0 {
		length = store.RowLength
	}
	if store.ImageHeight > 0 {
		rows = store.ImageHeight
	}
	var s sizes
	row := s.sum(align-1, length, pixel)
	row -= row % align
	image := s.sum(0, row, rows)
	offset := s.sum(s.sum(s.sum(0, image, store.SkipImages), row, store.SkipRows), pixel, store.SkipPixels)
	at := Image{Offset: offset, Pixel: pixel, Row: row, Image: image}
	if width > 0 && height > 0 && depth > 0 {
		at.Size = s.sum(s.sum(s.sum(offset, image, int(depth)-1), row, int(height)-1), pixel, int(width))
	}
	if s.overflow {
		return Image{}, false
	}
	return at, true
}

// sizes stores whether a result did not fit into an int.
type sizes struct{ overflow bool }

// sum returns n + a*b, of numbers that are not negative.
func (s *sizes) sum(n, a, b int) int {
	high, low := bits.Mul(uint(a), uint(b))
	total := low + uint(n)
	s.overflow = s.overflow || high > 0 || int(low) < 0 || int(total) < 0
	return int(total & math.MaxInt)
}
