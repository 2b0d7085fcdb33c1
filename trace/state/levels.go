package state

import (
	"context"
	"errors"
	"fmt"
)

// Level is a level of a texture with captured pixels.
type Level struct {
	Number        int64
	Width, Height int64
	Format        string // internal format
	Layers        []Layer
}

// Layer is a layer of a level, or a face of a cube map, with captured pixels.
type Layer struct {
	Number int64
	Err    error // why Texture cannot draw it; nil if it can
	Deep   bool  // the image of Texture has 16 bits for each channel, which may be fewer than those of the texture
	Whole  bool  // Raw returns its pixels
}

// mostLayers is the maximum number of layers of a level that Levels returns.
const mostLayers = 2048

// Levels returns the levels of a texture after a call that have captured pixels.
func (s *State) Levels(ctx context.Context, call int, name uint64) ([]Level, error) {
	n, err := s.object(ctx, call, texturesKey.name, name)
	if err != nil {
		return nil, err
	}
	levels := n.at(word("levels"))
	if levels == nil {
		return nil, nil
	}
	var out []Level
	b := builder{ctx: ctx, payload: s.file.Payload}
	for _, k := range b.sorted(levels, levels) {
		l := levels.kids[k]
		contents := l.at(word("contents"))
		if contents == nil || contents.pieces == nil {
			continue
		}
		one := Level{Number: k.number, Layers: layersOf(l, contents.pieces)}
		one.Width, one.Height = sizeOf(l)
		if f := l.at(word("internal format")); f != nil {
			one.Format = b.text(word("internal format"), f)
		}
		out = append(out, one)
	}
	return out, ctx.Err()
}

func sizeOf(level *node) (width, height int64) {
	w, _ := level.number(word("width"))
	h, _ := level.number(word("height"))
	return int64(w), int64(h)
}

// layersOf returns the layers that pieces wrote.
func layersOf(level *node, last *piece) []Layer {
	first, end := int64(mostLayers), int64(0)
	for at := last; at != nil; at = at.before {
		first, end = min(first, max(at.image.box[2], 0)), max(end, min(at.image.box[2]+at.image.box[5], mostLayers))
	}
	var out []Layer
	for n := first; n < end; n++ {
		l := Layer{Number: n, Deep: deep(last)}
		at := newest(last, n)
		if at == nil {
			continue
		}
		l.Err, l.Whole = at.image.shows(), atOnce(level, at)
		out = append(out, l)
	}
	return out
}

// newest returns the last piece that wrote a layer, or nil.
func newest(last *piece, layer int64) *piece {
	for at := last; at != nil; at = at.before {
		if b := at.image.box; b[2] <= layer && layer < b[2]+b[5] {
			return at
		}
	}
	return nil
}

// atOnce reports whether a piece wrote all pixels of its layers from data of the program.
func atOnce(level *node, p *piece) bool {
	width, height := sizeOf(level)
	b := p.image.box
	return b[0] == 0 && b[1] == 0 && b[3] == width && b[4] == height && captured(p.data)
}

// ErrPieces is the error for a layer that was written in several parts.
var ErrPieces = errors.New("the pixels were written in several parts")

// Raw has the pixels of a layer as the program passed them, without padding. The bottom row comes first.
type Raw struct {
	Width, Height      int
	Internal           uint32 // internal format
	Format, Type       uint32 // 0 if compressed
	TypeSize, RowBytes int    // 0 if compressed
	Data               []byte
}

// Raw returns the pixels of a layer of a level that was written at once.
func (s *State) Raw(ctx context.Context, call int, name uint64, level, layer int64) (*Raw, error) {
	n, err := s.object(ctx, call, texturesKey.name, name)
	if err != nil {
		return nil, err
	}
	l := n.at(word("levels"), number(level))
	contents := l.at(word("contents"))
	if contents == nil || contents.pieces == nil {
		return nil, ErrUnknown
	}
	p := newest(contents.pieces, layer)
	if p == nil {
		return nil, ErrUnknown
	}
	if !atOnce(l, p) {
		return nil, ErrPieces
	}
	data, err := s.reader(ctx).load(p.data)
	if err != nil {
		return nil, err
	}
	format, _ := l.number(word("internal format"))
	out := &Raw{Width: int(p.image.box[3]), Height: int(p.image.box[4]), Internal: uint32(format)}
	if p.image.compressed {
		out.Internal = p.image.format
		return out, out.block(p.image, data, layer)
	}
	return out, out.rows(p.image, data, layer)
}

// block copies a layer of a compressed image.
func (r *Raw) block(i *image, data []byte, layer int64) error {
	size := int64(len(data)) / max(i.box[5], 1)
	from := (layer - i.box[2]) * size
	if size == 0 || from < 0 || from+size > int64(len(data)) {
		return ErrUnknown
	}
	r.Data = data[from : from+size]
	return nil
}

// rows copies the rows of a layer, without padding.
func (r *Raw) rows(i *image, data []byte, layer int64) error {
	px, err := pixelsOf(i.format, i.kind)
	if err != nil {
		return err
	}
	if r.Width <= 0 || r.Height <= 0 || int64(r.Width) > mostPixels || int64(r.Height) > mostPixels/int64(r.Width) {
		return fmt.Errorf("invalid image size of %d x %d pixels", r.Width, r.Height)
	}
	size := int64(px.size)
	row, step, first := i.box[3]*size, i.box[3]*i.box[4]*size, int64(0)
	if int64(len(data)) != step*i.box[5] {
		row, step, first = i.strides(size)
	}
	r.Format, r.Type, r.TypeSize, r.RowBytes = i.format, i.kind, px.kind.bytes, r.Width*px.size
	first += (layer - i.box[2]) * step
	for y := range int64(r.Height) {
		from := first + y*row
		if from < 0 || from > int64(len(data)-r.RowBytes) {
			return ErrUnknown
		}
		r.Data = append(r.Data, data[from:from+int64(r.RowBytes)]...)
	}
	return nil
}
