package state

import (
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// piece is a write to a buffer or texture level, with a link to the previous one. Pieces are immutable, so
// that snapshots can share them. Their data stays in the file.
type piece struct {
	before *piece
	count  int // number of pieces up to this one
	kept   int // number of pieces after the last tidy

	data *file.Data // nil if the written data is unknown
	from *piece     // contents of a buffer, at that time, that was the source instead
	skip uint64     // offset in the source

	offset, size uint64 // in a buffer
	image        *image // or in a texture

	origin *origin // the call that wrote it; nil unless origins are tracked
}

// image describes the position of pixels in a level and their layout in memory.
type image struct {
	box          [6]int64 // x, y, z, width, height, depth
	format, kind uint32
	compressed   bool
	store        pixelStore
}

// pixelStore has the unpack parameters.
type pixelStore struct{ alignment, rowLength, imageHeight, skipPixels, skipRows, skipImages int64 }

// on appends a piece to earlier ones.
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

// tidy removes pieces that later ones cover.
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

// all returns the pieces, the newest first.
func (p *piece) all() []*piece {
	list := make([]*piece, 0, p.count)
	for at := p; at != nil; at = at.before {
		list = append(list, at)
	}
	return list
}

// describe describes the contents.
func (p *piece) describe() string {
	if p.count == 1 {
		return p.one()
	}
	return strconv.Itoa(p.count) + " pieces; the last one: " + p.one()
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
