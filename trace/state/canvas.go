package state

import (
	"encoding/binary"
	stdimage "image"
	"image/color"
	"math"
)

// canvas is an image being painted. It has one byte for each channel, or two if deep, or a float32 if exact; alpha is
// not premultiplied.
type canvas struct {
	width, height int
	deep, exact   bool
	pix           []byte
	bytes         int // bytes of a pixel
}

func newCanvas(width, height int, deep bool) *canvas {
	c := &canvas{width: width, height: height, deep: deep, bytes: 4}
	if deep {
		c.bytes = 8
	}
	c.pix = make([]byte, width*height*c.bytes)
	return c
}

// image returns the canvas as an image.
func (c *canvas) image() stdimage.Image {
	bounds := stdimage.Rect(0, 0, c.width, c.height)
	if c.deep {
		return &stdimage.NRGBA64{Pix: c.pix, Stride: c.width * c.bytes, Rect: bounds}
	}
	return &stdimage.NRGBA{Pix: c.pix, Stride: c.width * c.bytes, Rect: bounds}
}

// inside returns the part of a box on the canvas; rows are counted from the bottom. A malicious box may
// exceed the range of numbers.
func (c *canvas) inside(box [6]int64) stdimage.Rectangle {
	within := func(v int64, most int) int { return int(min(max(v, 0), int64(most))) }
	return stdimage.Rect(within(box[0], c.width), within(box[1], c.height), within(end(box[0], box[3]), c.width), within(end(box[1], box[4]), c.height))
}

// end returns at + length, saturated.
func end(from, length int64) int64 { return from + min(max(length, 0), math.MaxInt64-max(from, 0)) }

// at returns the bytes of a row, counted from the bottom, from a pixel on.
func (c *canvas) at(x, y int) []byte {
	return c.pix[((c.height-1-y)*c.width+x)*c.bytes : (c.height-y)*c.width*c.bytes]
}

// line paints as many pixels of a row as data has.
func (c *canvas) line(x, y int, data []byte, lanes []lane, size int) {
	if c.exact {
		exactLine(c.at(x, y)[:len(data)/size*c.bytes], data, lanes, size)
		return
	}
	out := c.at(x, y)[:len(data)/size*c.bytes]
	clear(out)
	for at := c.bytes - c.bytes/4; at < len(out); at += c.bytes { // opaque, unless there is an alpha channel
		out[at], out[at+c.bytes/4-1] = 255, 255
	}
	for i := range lanes {
		if c.deep {
			lanes[i].deepLine(out, data, size)
		} else {
			lanes[i].line(out, data, size)
		}
	}
}

// set paints a pixel.
func (c *canvas) set(x, y int, v color.NRGBA64) {
	out := c.at(x, y)
	for i, channel := range [4]uint16{v.R, v.G, v.B, v.A} {
		if c.exact {
			putFloat(out, i, float64(channel)/math.MaxUint16)
		} else if c.deep {
			binary.BigEndian.PutUint16(out[2*i:], channel)
		} else {
			out[i] = byte(channel >> 8)
		}
	}
}
