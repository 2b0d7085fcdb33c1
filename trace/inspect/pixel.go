package inspect

import (
	"context"
	"encoding/binary"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// pixel is a pixel whose history is measured, in two replays: the first one reads it around each event, and counts the fragments of
// draws; the second one tries the tests of the draws without fragments.
type pixel struct {
	attachment replay.Attachment
	x, y       int
	events     []*event
	at         map[int]int // events by the index of their calls
}

// event is what was measured of a draw, clear or blit.
type event struct {
	index    int // of the call, in the recording of the frame
	function string
	kind     string // draw, clear or blit
	misses   bool   // the call does not reach the pixel, according to its arguments

	before, after images.Pixel
	excludes      replay.Excludes
	copied        *replay.Copy // of the program, if its fragment shader can discard fragments: with one that does not
	counts        [measures]int
	note          string
}

// What is measured of an event. The ID of a request is that of the event times measures, and one of these.
const (
	pixelBefore = iota
	pixelAfter
	excluding     // tests and masks
	passed        // fragments that pass all tests
	covering      // without tests
	facing        // without tests except culling
	inShader      // with culling and the scissor box: those that the shader keeps
	stenciled     // with the stencil test too
	coveringPlain // without tests and without the fragment shader
	facingPlain
	measures
)

const unknownCount = -1

// find finds the events: those of the context and framebuffer of a call.
func (p *pixel) find(ctx context.Context, fr *frame, call int) error {
	p.at = map[int]int{}
	to := fr.index(fr.To)
	at, err := fr.part.Call(call)
	if err != nil {
		return err
	}
	var bound file.DrawFramebuffers
	var list []*event
	framebuffers := []uint32{}
	target := uint32(0)
	err = fr.follow(ctx, to, func(c *file.Call, programs *programs) error {
		bound.Add(fr.part, c)
		if c.Index <= call {
			target = bound.Of(at.Context)
		}
		if c.Index < fr.begin || c.Synthetic() || c.Context != at.Context {
			return nil
		}
		e := p.event(c)
		if e == nil {
			return nil
		}
		if e.kind == "draw" {
			e.addShaders(fr.part, programs, c.Context)
		}
		list, framebuffers = append(list, e), append(framebuffers, bound.Of(c.Context))
		return nil
	})
	for n, e := range list {
		if framebuffers[n] == target {
			p.at[e.index] = len(p.events)
			p.events = append(p.events, e)
		}
	}
	return err
}

// addShaders sets the copy of the program of a draw whose fragment shader can discard fragments.
func (e *event) addShaders(f *file.File, programs *programs, context uint32) {
	if !programs.uses(context) {
		e.note = noProgram
		return
	}
	used := programs.used(context)
	sources, err := sourcesOf(f, used.sources)
	if err != nil || sources[replay.FragmentShader] == "" {
		e.note = "the recording does not have the source of the fragment shader"
		return
	}
	if sources.discards() {
		e.copied = &replay.Copy{Linked: used.call, Sources: sources.plain()}
	}
}

// event returns the event of a call, or nil if the call cannot write to the attachment.
func (p *pixel) event(c *file.Call) *event {
	e := &event{index: c.Index, function: c.Function.Name, kind: state.KindOfDrawing(c.Function.Name)}
	for i := range e.counts {
		e.counts[i] = unknownCount
	}
	switch {
	case e.kind == "draw":
	case e.kind == "clear" && p.clears(c):
	case e.kind == "blit" && p.buffers(c):
		e.misses = p.missed(c)
	default:
		return nil
	}
	return e
}

// Bits of buffers, and what glClearBuffer clears.
const (
	depthBit     = 0x0100
	stencilBit   = 0x0400
	colorBit     = 0x4000
	clearColor   = 0x1800
	clearDepth   = 0x1801
	clearStencil = 0x1802
	clearBoth    = 0x84F9
)

// buffers reports whether the mask of a clear or blit has the buffer of the attachment.
func (p *pixel) buffers(c *file.Call) bool {
	v, _ := c.Arg("mask")
	switch p.attachment {
	case replay.Depth:
		return v.Bits&depthBit != 0
	case replay.Stencil:
		return v.Bits&stencilBit != 0
	}
	return v.Bits&colorBit != 0
}

func (p *pixel) clears(c *file.Call) bool {
	if !strings.HasPrefix(c.Function.Name, "glClearBuffer") {
		return p.buffers(c)
	}
	buffer, _ := c.Arg("buffer")
	number, _ := c.Arg("drawbuffer")
	switch p.attachment {
	case replay.Depth:
		return buffer.Bits == clearDepth || buffer.Bits == clearBoth
	case replay.Stencil:
		return buffer.Bits == clearStencil || buffer.Bits == clearBoth
	}
	return buffer.Bits == clearColor && number.Bits == uint64(p.attachment-replay.Color)
}

// missed reports whether the pixel is outside the rectangle to which a blit writes.
func (p *pixel) missed(c *file.Call) bool {
	side := func(name string) int { v, _ := c.Arg(name); return int(int32(v.Bits)) }
	x0, y0, x1, y1 := side("dstX0"), side("dstY0"), side("dstX1"), side("dstY1")
	return p.x < min(x0, x1) || p.x >= max(x0, x1) || p.y < min(y0, y1) || p.y >= max(y0, y1)
}

// measure returns what the first replay reads around a call.
func (p *pixel) measure(c *file.Call) (out replay.Around) {
	n, isEvent := p.at[c.Index]
	if !isEvent {
		return out
	}
	id := uint64(n) * measures
	read := func(what uint64) replay.Request {
		return replay.ReadPixel(id+what, replay.DrawFramebuffer, p.attachment, p.x, p.y)
	}
	out.Before = []replay.Request{read(pixelBefore), replay.ReadTests(id+excluding, p.attachment, p.x, p.y)}
	out.After = []replay.Request{read(pixelAfter)}
	if p.events[n].kind == "draw" {
		out.Again = []replay.Again{replay.CountedAt(id+passed, 0, p.x, p.y), replay.CountedAt(id+covering, replay.AllTests, p.x, p.y)}
	}
	return out
}

// measured receives what the first replay reads.
func (p *pixel) measured(r *replay.Reading) (err error) {
	e, what := p.events[r.ID/measures], r.ID%measures
	name := images.Name(p.attachment)
	switch what {
	case pixelBefore, pixelAfter:
		switch {
		case r.Failure != "":
			return &Unavailable{"the pixels of " + name, r.Failure}
		case r.Data == nil:
			return &Unavailable{"the pixels of " + name, "the framebuffer does not have the attachment"}
		}
		to := &e.before
		if what == pixelAfter {
			to = &e.after
		}
		*to, err = images.PixelOf(r)
	case excluding:
		if len(r.Words) >= 4 {
			e.excludes = replay.Excludes(binary.LittleEndian.Uint32(r.Words))
		}
	default:
		e.count(r, what)
	}
	return err
}

// count receives a count.
func (e *event) count(r *replay.Reading, what uint64) {
	if r.Failure != "" {
		e.note = r.Failure
	} else if len(r.Data) > 0 {
		e.counts[what] = int(r.Data[0])
	}
}

// inDoubt reports whether a draw without fragments has a reason that the first replay did not find.
func (e *event) inDoubt() bool {
	return e.kind == "draw" && e.counts[passed] == 0 && e.excludes&replay.RasterizerDiscard == 0 && (e.counts[covering] > 0 || e.copied != nil)
}

// lastDoubt returns the index of the last draw for which the second replay is needed, or -1.
func (p *pixel) lastDoubt() int {
	for n := len(p.events) - 1; n >= 0; n-- {
		if p.events[n].inDoubt() {
			return p.events[n].index
		}
	}
	return -1
}

// test returns the tests that the second replay tries at a call.
func (p *pixel) test(c *file.Call) (out replay.Around) {
	n, isEvent := p.at[c.Index]
	if !isEvent || !p.events[n].inDoubt() {
		return out
	}
	e, id := p.events[n], uint64(n)*measures
	count := func(what uint64, ignored replay.Tests) replay.Again {
		return replay.CountedAt(id+what, ignored, p.x, p.y)
	}
	const later = replay.StencilTest | replay.DepthTest
	out.Again = []replay.Again{count(facing, later|replay.ScissorTest), count(inShader, later), count(stenciled, replay.DepthTest)}
	if e.copied != nil {
		out.Again = append(out.Again, count(coveringPlain, replay.AllTests).With(e.copied), count(facingPlain, later|replay.ScissorTest).With(e.copied))
	}
	return out
}

// tested receives what the second replay counts.
func (p *pixel) tested(r *replay.Reading) error {
	p.events[r.ID/measures].count(r, r.ID%measures)
	return nil
}

// event returns the result.
func (e *event) event(fr *frame, a replay.Attachment) Event {
	out := Event{Call: fr.call(e.index), Function: e.function, Before: e.before, After: e.after, Passed: e.counts[passed]}
	if !e.before.Equal(e.after) {
		return out
	}
	out.Reason = e.reason(a)
	if out.Reason == Unknown {
		out.Note = e.note
	}
	return out
}

// reason returns why the pixel is unchanged.
func (e *event) reason(a replay.Attachment) Reason {
	switch {
	case e.misses:
		return NotCovered
	case e.excludes&replay.RasterizerDiscard != 0 && e.kind != "blit":
		return Rasterizer
	case e.kind == "draw" && e.counts[passed] < 0:
		return Unknown
	case e.kind == "draw" && e.counts[passed] == 0:
		return e.reasonOfNone()
	case e.excludes&replay.OutsideScissor != 0:
		return Scissor
	case e.kind != "blit" && e.excludes&replay.Masked != 0:
		return Mask
	case e.kind == "draw" && (a == replay.Depth && e.excludes&replay.DepthTested == 0 || a == replay.Stencil && e.excludes&replay.StencilTested == 0):
		return Mask
	}
	return Equal
}

// reasonOfNone returns why a draw has no fragments. Without the sources of its shaders, those that they discard are not found.
func (e *event) reasonOfNone() Reason {
	covered, faces := e.counts[covering], e.counts[facing]
	if e.copied != nil {
		covered, faces = e.counts[coveringPlain], e.counts[facingPlain]
	}
	switch {
	case covered < 0:
		return Unknown
	case covered == 0 && e.note != "":
		return Unknown
	case covered == 0:
		return NotCovered
	case faces == 0:
		return Culled
	case e.excludes&replay.OutsideScissor != 0:
		return Scissor
	case e.counts[inShader] == 0:
		return Discarded
	case e.counts[stenciled] == 0:
		return Stencil
	case e.counts[stenciled] > 0:
		return Depth
	}
	return Unknown
}
