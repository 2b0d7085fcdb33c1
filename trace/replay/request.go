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
	op     uint16
	args   []uint64
	object Object   // the second argument is the object; none if its class is empty
	texts  [][]byte // arguments that follow, each ending with a zero byte; nil for none
}

// Target is a framebuffer that a request is about.
type Target uint64

const (
	DefaultFramebuffer Target = iota // that of the draw surface
	DrawFramebuffer                  // the one to which the context draws
)

// Read requests the contents of an attachment. The result has the ID.
func Read(id uint64, from Target, a Attachment) Request {
	return Request{op: OpRead, args: []uint64{id, uint64(from), uint64(a)}}
}

// ReadPixel requests a pixel of an attachment, with the coordinates of glReadPixels.
func ReadPixel(id uint64, from Target, a Attachment, x, y int) Request {
	return Request{op: OpPixel, args: []uint64{id, uint64(from), uint64(a), uint64(x), uint64(y)}}
}

// ReadTexture requests a level of a texture: of its layer, slice or face. The result has no data if the texture does not have them.
func ReadTexture(id uint64, share, name uint32, level, layer int) Request {
	return Request{op: OpTexture, args: []uint64{id, uint64(name), uint64(level), uint64(layer)}, object: Object{"texture", share, uint64(name)}}
}

// Counts requests the counts of all draws since those began that are counted: how often each pixel was drawn.
func Counts(id uint64) Request { return Request{op: OpCounts, args: []uint64{id}} }

// ReadTests requests the tests and masks that apply to a pixel. The result has bits of Excludes.
func ReadTests(id uint64, a Attachment, x, y int) Request {
	return Request{op: OpTests, args: []uint64{id, uint64(a), uint64(x), uint64(y)}}
}

// Excludes says what applies to a pixel.
type Excludes uint32

// The bits.
const (
	OutsideScissor Excludes = 1 << iota
	Masked
	RasterizerDiscard
	DepthTested // the depth test is enabled
	StencilTested
)

// Outputs requests the outputs of a vertex shader. The result is for ParseOutputs.
func Outputs(id uint64, source string) Request {
	return Request{op: OpOutputs, args: []uint64{id}, texts: [][]byte{append([]byte(source), 0)}}
}

// Log requests the log of a shader or program: the result has its status with 32 bits, 1 for success, and the text.
func Log(id uint64, share, name uint32) Request {
	return Request{op: OpLog, args: []uint64{id, uint64(name)}, object: Object{"program", share, uint64(name)}}
}

// Clock requests the time. With finish, the player first waits until the GPU has done all that it was given.
func Clock(id uint64, finish bool) Request {
	wait := uint64(0)
	if finish {
		wait = 1
	}
	return Request{op: OpClock, args: []uint64{id, wait}}
}

// Around has what the player does around a call in addition.
type Around struct {
	Again         []Again // for a draw: made before it
	Before, After []Request
}

// request writes requests at a call.
func (x *writer) request(c *file.Call, list []Request) { x.requestAt(c.Thread, c.Index, list) }

func (x *writer) requestAt(thread uint32, call int, list []Request) {
	for _, r := range list {
		x.op.begin(r.op, uint16(thread), call)
		for i, n := range r.args {
			one, known := x.objects[object{r.object.Class, r.object.Owner, r.object.Name}]
			if i == 1 && r.object.Class != "" && known {
				x.op.Register(one)
			} else {
				x.op.number(n)
			}
		}
		for _, text := range r.texts {
			if text == nil {
				x.op.number(0)
			} else {
				x.op.data(KindData, text)
			}
		}
		x.emit()
	}
}

// pause lets the reader of the results choose what follows, before a call of the frames or at the end of them.
func (x *writer) pause(next int) error {
	if x.options.Pause == nil {
		return x.err
	}
	if begin, _ := x.Range(); next < begin {
		return x.err
	}
	send := func(list ...Request) error {
		x.requestAt(x.last, next, append(list, Request{op: OpFlush}))
		return x.err
	}
	if err := x.options.Pause(x.ctx, next, send); err != nil {
		x.fail(err)
	}
	return x.err
}
