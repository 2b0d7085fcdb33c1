package file

import (
	"encoding/binary"
	"strings"
)

// Passes numbers passes. A pass has consecutive draws and dispatches of a context with the same framebuffer, in a frame. The zero
// value is ready to use.
type Passes struct {
	last  map[passLane]pass
	count map[int]int // of each frame
}

type passLane struct {
	frame   int
	context uint32
}

type pass struct {
	framebuffer uint32
	number      int
}

// Add returns the number of the pass of a draw or dispatch among those of its frame, from 0. Calls are added in order.
func (p *Passes) Add(frame int, context, framebuffer uint32) int {
	if p.last == nil {
		p.last, p.count = map[passLane]pass{}, map[int]int{}
	}
	lane := passLane{frame, context}
	last, found := p.last[lane]
	if !found || last.framebuffer != framebuffer {
		last = pass{framebuffer, p.count[frame]}
		p.last[lane] = last
		p.count[frame]++
	}
	return last.number
}

// DrawFramebuffers follows which framebuffer each context draws to. The zero value is ready to use.
type DrawFramebuffers struct {
	bound map[uint32]uint32 // by context
}

const readFramebuffer = 0x8CA8

// Add adds the next call of the recording.
func (d *DrawFramebuffers) Add(f *File, c *Call) {
	if len(c.Args) < 2 {
		return
	}
	switch name := c.Function.Name; {
	case strings.HasPrefix(name, "glBindFramebuffer") && c.Args[0].Bits != readFramebuffer:
		if d.bound == nil {
			d.bound = map[uint32]uint32{}
		}
		d.bound[c.Context] = uint32(c.Args[1].Bits)
	case strings.HasPrefix(name, "glDeleteFramebuffers") && d.bound[c.Context] != 0 && c.Args[1].HasData():
		names, err := f.Payload(c.Args[1].Data.Payloads)
		for ; err == nil && len(names) >= 4; names = names[4:] {
			if binary.LittleEndian.Uint32(names) == d.bound[c.Context] {
				d.bound[c.Context] = 0
			}
		}
	}
}

// Of returns the name of the framebuffer to which a context draws.
func (d *DrawFramebuffers) Of(context uint32) uint32 { return d.bound[context] }

// Work is a draw or dispatch with its place in its frame.
type Work struct {
	Call        int // index
	Frame       int // -1 after the last swap
	Pass        int // number of its pass in the frame, from 0
	Draw        int // number of the draw in the frame, from 0; of a dispatch, that of the next draw
	Framebuffer uint32
}

// Numbering finds the places of draws and dispatches. The zero value is ready to use.
type Numbering struct {
	bound  DrawFramebuffers
	passes Passes
	draws  map[int]int // of each frame
}

// Add adds the next call of the recording. It returns its place if it is a draw or dispatch of the program.
func (n *Numbering) Add(f *File, c *Call) (Work, bool) {
	n.bound.Add(f, c)
	if c.Synthetic() || !c.Function.IsGPUWork() {
		return Work{}, false
	}
	if n.draws == nil {
		n.draws = map[int]int{}
	}
	framebuffer := n.bound.Of(c.Context)
	w := Work{c.Index, c.Frame, n.passes.Add(c.Frame, c.Context, framebuffer), n.draws[c.Frame], framebuffer}
	if c.Function.IsDraw() {
		n.draws[c.Frame]++
	}
	return w, true
}
