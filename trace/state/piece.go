package state

import (
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
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
	var keep []*piece
	var c cover
	for at := p; at != nil; at = at.before {
		if !c.has(at) {
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

// cover is what newer pieces cover: ranges of a buffer, apart and in order, and boxes of a texture.
type cover struct {
	ranges [][2]uint64
	boxes  map[[6]int64]bool
	large  [][6]int64
}

// has reports whether a piece is covered, and adds it.
func (c *cover) has(p *piece) bool {
	if p.image != nil {
		return c.hasBox(p.image.box)
	}
	return c.hasRange(p.offset, p.offset+p.size)
}

func (c *cover) hasRange(from, to uint64) bool {
	first, _ := slices.BinarySearchFunc(c.ranges, from, func(r [2]uint64, at uint64) int {
		if r[1] < at {
			return -1
		}
		return 1
	})
	if first < len(c.ranges) && c.ranges[first][0] <= from && to <= c.ranges[first][1] {
		return true
	}
	last := first
	for last < len(c.ranges) && c.ranges[last][0] <= to {
		from, to = min(from, c.ranges[last][0]), max(to, c.ranges[last][1])
		last++
	}
	c.ranges = slices.Replace(c.ranges, first, last, [2]uint64{from, to})
	return false
}

// mostLarge boxes are compared with each piece; others only with equal ones.
const mostLarge = 32

func (c *cover) hasBox(box [6]int64) bool {
	if c.boxes[box] {
		return true
	}
	for _, b := range c.large {
		if inside(box, b) {
			return true
		}
	}
	if c.boxes == nil {
		c.boxes = map[[6]int64]bool{}
	}
	c.boxes[box] = true
	if len(c.large) < mostLarge {
		c.large = append(c.large, box)
	}
	return false
}

func inside(a, b [6]int64) bool {
	for i := range 3 {
		if a[i] < b[i] || a[i]+a[i+3] > b[i]+b[i+3] {
			return false
		}
	}
	return true
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
		return "not known"
	case p.data.Capture == tracepb.Capture_CAPTURE_DATA:
		return strconv.FormatUint(p.data.Size, 10) + " bytes"
	}
	return "not captured"
}
