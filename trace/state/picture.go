package state

import (
	"context"
	"errors"
	"fmt"
	stdimage "image"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// mostPixels is the maximum number of pixels of an image: eight bytes for each are allocated before the
// contents are read.
const mostPixels = 1 << 24

// ErrCompressed is the error for a texture in an unsupported compressed format.
var ErrCompressed = errors.New("unsupported compressed texture format")

// ErrUnknown is the error for contents that were not captured.
var ErrUnknown = errors.New("the contents were not captured")

// Texture returns a layer of a level of a texture after a call, top row first. The faces of a cube map are
// its layers. Pixels that were never written are transparent.
func (s *State) Texture(ctx context.Context, call int, name uint64, level, layer int) (stdimage.Image, error) {
	width, height, contents, err := s.level(ctx, call, name, level)
	if err != nil {
		return nil, err
	}
	p := painter{canvas: newCanvas(width, height, deep(contents)), layer: int64(layer), reader: s.reader(ctx)}
	return p.image(), p.paint(contents)
}

// level returns the size and contents of a level of a texture after a call.
func (s *State) level(ctx context.Context, call int, name uint64, level int) (width, height int, contents *piece, err error) {
	n, err := s.object(ctx, call, texturesKey.name, name)
	if err != nil {
		return 0, 0, nil, err
	}
	l := n.at(word("levels"), number(level))
	if l == nil {
		return 0, 0, nil, fmt.Errorf("texture %d has no level %d", name, level)
	}
	get := func(name string) int64 { v, _ := l.number(word(name)); return int64(v) }
	wide, high := get("width"), get("height")
	if wide <= 0 || high <= 0 || wide > mostPixels || high > mostPixels/wide {
		return 0, 0, nil, fmt.Errorf("level %d of texture %d has invalid size %d x %d", level, name, wide, high)
	}
	c := l.at(word("contents"))
	if c == nil || c.pieces == nil {
		return 0, 0, nil, ErrUnknown
	}
	return int(wide), int(high), c.pieces, nil
}

// Picture converts tightly packed pixels, bottom row first, which is the format of the recorder's images.
func Picture(data []byte, width, height int, format, kind uint32) (stdimage.Image, error) {
	if width <= 0 || height <= 0 || width > mostPixels || height > mostPixels/width {
		return nil, fmt.Errorf("invalid image size of %d x %d pixels", width, height)
	}
	px, err := pixelsOf(format, kind)
	if err != nil {
		return nil, err
	}
	p := painter{canvas: newCanvas(width, height, px.deep())}
	box := [6]int64{3: int64(width), 4: int64(height), 5: 1}
	return p.image(), p.draw(&image{box: box, format: format, kind: kind, store: pixelStore{alignment: 1}}, data)
}

// painter paints pieces on a canvas for one layer.
type painter struct {
	*canvas
	layer  int64
	reader *reader
	put    int64 // pixels painted so far
}

// deep reports whether a piece has more than 8 bits for each channel.
func deep(last *piece) bool {
	for at := last; at != nil; at = at.before {
		if at.image.deep() {
			return true
		}
	}
	return false
}

// paint paints the pieces of the layer, the oldest first.
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
		size, err := at.image.size()
		if err != nil {
			return nil, err
		}
		return p.reader.read(at.from, at.skip, uint64(size))
	case at.data == nil || at.data.Capture != tracepb.Capture_CAPTURE_DATA:
		return nil, ErrUnknown
	}
	return p.reader.load(at.data)
}

// mostPut limits the painted pixels of all pieces, which may overlap.
const mostPut = 1 << 28

// draw paints pixels: tightly packed, as a recorder writes them, or in the layout of the program's memory.
func (p *painter) draw(i *image, data []byte) error {
	at := p.inside(i.box)
	if p.put += int64(at.Dx()) * int64(at.Dy()); p.put > mostPut {
		return errLarge
	}
	if i.compressed {
		return p.unpack(i, at, data)
	}
	px, err := pixelsOf(i.format, i.kind)
	if err != nil {
		return err
	}
	size, lanes := int64(px.size), px.lanes(p.deep)
	row, layer, first := i.box[3]*size, i.box[3]*i.box[4]*size, int64(0)
	if int64(len(data)) != layer*i.box[5] {
		row, layer, first = i.strides(size)
	}
	first += (p.layer-i.box[2])*layer + (int64(at.Min.X)-i.box[0])*size
	for y := at.Min.Y; y < at.Max.Y; y++ {
		from, length := first+(int64(y)-i.box[1])*row, int64(at.Dx())*size
		if from < 0 || from > int64(len(data))-length {
			return ErrUnknown
		}
		p.line(at.Min.X, y, data[from:from+length], lanes, px.size)
	}
	return nil
}
