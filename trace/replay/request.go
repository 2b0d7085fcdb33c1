package replay

import "github.com/gleslayergen/gleslayergen/trace/file"

// Attachment is an attachment point of a framebuffer: GL_COLOR_ATTACHMENT0 and so on.
type Attachment uint32

// Attachments of a framebuffer. Those for color follow Color.
const (
	Color   Attachment = 0x8CE0
	Depth   Attachment = 0x8D00
	Stencil Attachment = 0x8D20
)

// Request is an operation of the player that has a result.
type Request struct {
	op   uint16
	args []uint64
}

// Target is a framebuffer that a request is about.
type Target uint64

const (
	DefaultFramebuffer Target = iota // that of the draw surface
	DrawFramebuffer                  // the one to which the context draws
)

// Read requests the contents of an attachment. The result has the ID.
func Read(id uint64, from Target, a Attachment) Request {
	return Request{OpRead, []uint64{id, uint64(from), uint64(a)}}
}

// Counts requests the counts of all draws since those began that are counted: how often each pixel was drawn.
func Counts(id uint64) Request { return Request{OpCounts, []uint64{id}} }

// Clock requests the time. With finish, the player first waits until the GPU has done all that it was given.
func Clock(id uint64, finish bool) Request {
	wait := uint64(0)
	if finish {
		wait = 1
	}
	return Request{OpClock, []uint64{id, wait}}
}

// Count says how a draw is counted.
type Count uint64

const (
	Fragments Count = iota + 1 // those that pass all tests
	Lines                      // the edges of triangles, without depth and stencil test
)

// Further arguments of OpCount.
const (
	endCount   = 0 // after the draw that is counted
	checkCount = 3 // after the draw of the program, which must have the same GL error
)

// Around has what the player does around a call in addition.
type Around struct {
	Counted       Count // for a draw; 0: not
	First         bool  // counts begin with this draw
	Before, After []Request
}

// around returns the requests for a call of the program.
func (x *writer) around(c *file.Call) Around {
	if x.options.Requests == nil {
		return Around{}
	}
	return x.options.Requests(c)
}

// request writes requests at a call.
func (x *writer) request(c *file.Call, list []Request) {
	for _, r := range list {
		x.begin(r.op, c)
		for _, n := range r.args {
			x.op.number(n)
		}
		x.emit()
	}
}

// counted writes a draw that the player makes in addition, to count it.
func (x *writer) counted(call *arguments, a Around) {
	first := uint64(0)
	if a.First {
		first = 1
	}
	x.request(call.call, []Request{{OpCount, []uint64{uint64(a.Counted), first}}})
	x.vertices(call.call)
	call.flags = flagSynthetic
	call.write() // if it is left out, so is the draw itself
	call.flags = 0
	x.request(call.call, []Request{{OpCount, []uint64{endCount, 0}}})
}
