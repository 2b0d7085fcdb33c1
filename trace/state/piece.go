package state

import (
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// piece is something that was written into a buffer or into a level of a texture, with all that was before. Pieces are never
// changed, so that moments share them; the bytes stay in the file.
type piece struct {
	before *piece
	count  int // of pieces up to this one
	kept   int // how many there were after the last tidying

	data *file.Data // nil: of what was written, nobody knows
	from *piece     // written from a buffer instead, as that was then
	skip uint64     // where in it

	offset, size uint64 // in a buffer
	image        *image // or in a texture
}

// image is where in a level pixels were put, and how they lie.
type image struct {
	box          [6]int64 // x, y, z, width, height, depth
	format, kind uint32
	compressed   bool
	store        pixelStore
}

// pixelStore is how pixels lie in memory.
type pixelStore struct{ alignment, rowLength, imageHeight, skipPixels, skipRows, skipImages int64 }

// on puts a piece on those before it.
func (p piece) on(before *piece) *piece {
	p.before, p.count, p.kept = before, 1, 0
	if before != nil {
		p.count, p.kept = before.count+1, before.kept
	}
	if p.count > 2*p.kept+64 {
		return p.tidy()
	}
	return &p
}

// tidy leaves out what later pieces have covered.
func (p *piece) tidy() *piece {
	list := p.all()
	c, keep := newCover(list), make([]*piece, 0, len(list))
	for i, at := range list {
		if covered := c.has(at); !covered || i == 0 {
			keep = append(keep, at)
		}
	}
	var out *piece
	for i, at := range slices.Backward(keep) {
		one := *at
		one.before, one.count, one.kept = out, len(keep)-i, len(keep)
		out = &one
	}
	return out
}

// all are the pieces, the newest first.
func (p *piece) all() []*piece {
	list := make([]*piece, 0, p.count)
	for at := p; at != nil; at = at.before {
		list = append(list, at)
	}
	return list
}

// words tells of contents.
func (p *piece) words() string {
	if p.count == 1 {
		return p.one()
	}
	return strconv.Itoa(p.count) + " pieces, the last " + p.one()
}

func (p *piece) one() string {
	switch {
	case p.from != nil:
		return "copied from a buffer"
	case p.data == nil:
		return "unknown"
	case p.data.Capture == tracepb.Capture_CAPTURE_DATA:
		return strconv.FormatUint(p.data.Size, 10) + " bytes"
	}
	return "not captured"
}
