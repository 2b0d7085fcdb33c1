package state

import "slices"

// cover has the parts that newer pieces cover: ranges of a buffer between two adjacent edges, and boxes of a
// texture.
type cover struct {
	edges []uint64 // starts and ends of pieces, in order
	open  []int    // by range: its own index if it is not covered, otherwise the index of a later range to continue with
	boxes map[[6]int64]bool
	large [][6]int64
}

// newCover returns an empty cover for these pieces.
func newCover(list []*piece) *cover {
	c := &cover{boxes: map[[6]int64]bool{}}
	for _, p := range list {
		if p.image == nil {
			c.edges = append(c.edges, p.offset, p.offset+p.size)
		}
	}
	slices.Sort(c.edges)
	c.edges = slices.Compact(c.edges)
	c.open = make([]int, len(c.edges))
	for i := range c.open {
		c.open[i] = i
	}
	return c
}

// has reports whether a piece is covered, and adds it.
func (c *cover) has(p *piece) bool {
	if p.image != nil {
		return c.hasBox(p.image.box)
	}
	return c.hasRange(p.offset, p.offset+p.size)
}

// hasRange visits each range only once in all calls: covered ranges are skipped.
func (c *cover) hasRange(from, to uint64) (covered bool) {
	first, _ := slices.BinarySearch(c.edges, from)
	end, _ := slices.BinarySearch(c.edges, to)
	covered = true
	for i := c.next(first); i < end; i = c.next(i) {
		covered, c.open[i] = false, i+1
	}
	return covered
}

// next returns the first range from i on that is not covered.
func (c *cover) next(i int) int {
	for c.open[i] != i {
		c.open[i] = c.open[c.open[i]]
		i = c.open[i]
	}
	return i
}

// mostLarge is the number of boxes that each piece is compared with; other boxes only cover equal ones.
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
	c.boxes[box] = true
	if len(c.large) < mostLarge {
		c.large = append(c.large, box)
	}
	return false
}

// inside reports whether box a is inside box b.
func inside(a, b [6]int64) bool {
	for i := range 3 {
		if a[i] < b[i] || end(a[i], a[i+3]) > end(b[i], b[i+3]) {
			return false
		}
	}
	return true
}
