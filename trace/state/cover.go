package state

import "slices"

// cover is what newer pieces cover: stretches of a buffer, each between two of its edges, and boxes of a texture.
type cover struct {
	edges []uint64 // where pieces begin and end, in order
	open  []int    // by stretch: itself while nothing covers it, then one behind it
	boxes map[[6]int64]bool
	large [][6]int64
}

// newCover makes one that will be asked of these pieces, and covers nothing yet.
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

// hasRange looks at each stretch once in all: those that are covered are leapt over.
func (c *cover) hasRange(from, to uint64) (covered bool) {
	first, _ := slices.BinarySearch(c.edges, from)
	end, _ := slices.BinarySearch(c.edges, to)
	covered = true
	for i := c.next(first); i < end; i = c.next(i) {
		covered, c.open[i] = false, i+1
	}
	return covered
}

// next is the first stretch from one on that nothing covers.
func (c *cover) next(i int) int {
	for c.open[i] != i {
		c.open[i] = c.open[c.open[i]]
		i = c.open[i]
	}
	return i
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
	c.boxes[box] = true
	if len(c.large) < mostLarge {
		c.large = append(c.large, box)
	}
	return false
}

// inside reports whether a box lies in another one.
func inside(a, b [6]int64) bool {
	for i := range 3 {
		if a[i] < b[i] || end(a[i], a[i+3]) > end(b[i], b[i+3]) {
			return false
		}
	}
	return true
}
