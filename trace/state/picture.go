package state

import (
	"errors"
	"fmt"
	stdimage "image"

	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// mostPixels is how many a picture may have: its eight bytes a pixel are taken before the contents are looked at.
const mostPixels = 1 << 24

// ErrCompressed is of a texture whose pixels are compressed: they are not unpacked.
var ErrCompressed = errors.New("the texture is compressed")

// ErrUnknown is of contents that the recording does not have.
var ErrUnknown = errors.New("the recording does not have the contents")

// Texture is a layer of a level of a texture after a call, the top row first; a cube's faces are its layers. What was never
// written is transparent.
func (s *State) Texture(call int, name uint64, level, layer int) (stdimage.Image, error) {
	n, err := s.object(call, texturesKey.name, name)
	if err != nil {
		return nil, err
	}
	l := n.at(word("levels"), number(level))
	if l == nil {
		return nil, fmt.Errorf("texture %d has no level %d", name, level)
	}
	get := func(name string) int64 { v, _ := l.number(word(name)); return int64(v) }
	width, height := get("width"), get("height")
	if width <= 0 || height <= 0 || width > mostPixels || height > mostPixels/width {
		return nil, fmt.Errorf("level %d of texture %d is %d x %d", level, name, width, height)
	}
	contents := l.at(word("contents"))
	if contents == nil || contents.pieces == nil {
		return nil, ErrUnknown
	}
	p := painter{picture: stdimage.NewNRGBA64(stdimage.Rect(0, 0, int(width), int(height))), layer: int64(layer), reader: s.reader()}
	return p.picture, p.paint(contents.pieces)
}

// Picture reads pixels without gaps, the bottom row first, as the recorder's own images are.
func Picture(data []byte, width, height int, format, kind uint32) (stdimage.Image, error) {
	if width <= 0 || height <= 0 || width > mostPixels || height > mostPixels/width {
		return nil, fmt.Errorf("%d x %d pixels", width, height)
	}
	p := painter{picture: stdimage.NewNRGBA64(stdimage.Rect(0, 0, width, height))}
	box := [6]int64{3: int64(width), 4: int64(height), 5: 1}
	return p.picture, p.draw(&image{box: box, format: format, kind: kind, store: pixelStore{alignment: 1}}, data)
}

// painter puts pieces on a picture of one layer.
type painter struct {
	picture *stdimage.NRGBA64
	layer   int64
	reader  *reader
	put     int64 // pixels so far
}

// paint puts the pieces of the layer on the picture, the oldest first.
func (p *painter) paint(last *piece) error {
	var list []*piece
	for at := last; at != nil; at = at.before {
		if b := at.image.box; b[2] <= p.layer && p.layer < b[2]+b[5] {
			list = append(list, at)
		}
	}
	if len(list) == 0 {
		return ErrUnknown
	}
	for i := len(list) - 1; i >= 0; i-- {
		at := list[i]
		if at.image.compressed {
			return ErrCompressed
		}
		data, err := p.data(at)
		if err == nil {
			err = p.draw(at.image, data)
		}
		if err != nil && (i == 0 || !errors.Is(err, ErrUnknown)) {
			return err
		}
	}
	return nil
}

func (p *painter) data(at *piece) ([]byte, error) {
	switch {
	case at.from != nil:
		px, err := pixelsOf(at.image.format, at.image.kind)
		if err != nil {
			return nil, err
		}
		return p.reader.read(at.from, at.skip, uint64(at.image.size(px.size)))
	case at.data == nil || at.data.Capture != tracepb.Capture_CAPTURE_DATA:
		return nil, ErrUnknown
	}
	return p.reader.payload(at.data.Payloads)
}

// strides are the bytes from row to row and from layer to layer, and to the first pixel.
func (i *image) strides(pixel int64) (row, layer, first int64) {
	s := i.store
	length, height := i.box[3], i.box[4]
	if s.rowLength > 0 {
		length = s.rowLength
	}
	if s.imageHeight > 0 {
		height = s.imageHeight
	}
	row = length * pixel
	if s.alignment > 1 {
		row = (row + s.alignment - 1) / s.alignment * s.alignment
	}
	layer = row * height
	return row, layer, s.skipImages*layer + s.skipRows*row + s.skipPixels*pixel
}

// size is how many bytes the program's memory has of it.
func (i *image) size(pixel int) int64 {
	row, layer, first := i.strides(int64(pixel))
	return first + layer*(i.box[5]-1) + row*(i.box[4]-1) + i.box[3]*int64(pixel)
}

// mostPut bounds the pixels of all pieces, which may lie over each other.
const mostPut = 1 << 28

// draw reads pixels, which lie without gaps, as a recorder writes them, or as the program had them.
func (p *painter) draw(i *image, data []byte) error {
	if p.put += min(i.box[3]*i.box[4], int64(len(data))); p.put > mostPut {
		return errLarge
	}
	px, err := pixelsOf(i.format, i.kind)
	if err != nil {
		return err
	}
	size := int64(px.size)
	row, layer, first := i.box[3]*size, i.box[3]*i.box[4]*size, int64(0)
	if int64(len(data)) != layer*i.box[5] {
		row, layer, first = i.strides(size)
	}
	at := first + (p.layer-i.box[2])*layer
	bounds := p.picture.Bounds()
	for y := range i.box[4] {
		for x := range i.box[3] {
			from := at + y*row + x*size
			if from < 0 || from+size > int64(len(data)) {
				return ErrUnknown
			}
			p.picture.SetNRGBA64(int(i.box[0]+x), bounds.Max.Y-1-int(i.box[1]+y), px.at(data[from:]))
		}
	}
	return nil
}
