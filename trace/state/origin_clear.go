package state

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// clear notes what a clear writes.
func (t *tracker) clear() {
	cleared := t.clearedPoints()
	wrote := false
	for _, a := range t.attachments("GL_DRAW_FRAMEBUFFER") {
		if cleared[a.point] && t.mayClear(a.aspect) && !t.isDead(a) {
			t.write(a.of, a.level, t.clearsAll(a.aspect))
			wrote = true
		}
	}
	if wrote {
		t.use("clear")
	}
}

// Bits of a mask of buffers.
const (
	depthBit   = 0x100
	stencilBit = 0x400
	colorBit   = 0x4000
)

// clearedPoints returns the attachments that a clear or blit selects.
func (t *tracker) clearedPoints() map[string]bool {
	out := map[string]bool{}
	add := func(names ...string) {
		for _, name := range names {
			out[name] = true
		}
	}
	mask := t.argOf("mask")
	if !t.has("mask") {
		mask = 0
		switch calltext.Enum("Buffer", uint64(uint32(t.argOf("buffer")))) {
		case "GL_COLOR":
			if list, i := t.drawBuffers(), t.argOf("drawbuffer"); i >= 0 && i < int64(len(list)) {
				add(list[i])
			}
		case "GL_DEPTH":
			mask = depthBit
		case "GL_STENCIL":
			mask = stencilBit
		case "GL_DEPTH_STENCIL":
			mask = depthBit | stencilBit
		}
	}
	if mask&colorBit != 0 {
		add(t.drawBuffers()...)
	}
	if mask&depthBit != 0 {
		add("GL_DEPTH_ATTACHMENT", "GL_DEPTH")
	}
	if mask&stencilBit != 0 {
		add("GL_STENCIL_ATTACHMENT", "GL_STENCIL")
	}
	return out
}

// drawBuffers returns the color attachments that are drawn to.
func (t *tracker) drawBuffers() (out []string) {
	name, _ := t.root.number(t.contextPath(word("framebuffer bindings"), word("GL_DRAW_FRAMEBUFFER"))...)
	list := t.root.at(t.contextPath(word("framebuffers"), number(name), word("draw buffers"))...)
	switch {
	case name == 0:
		return points[:1]
	case list == nil:
		return []string{"GL_COLOR_ATTACHMENT0"}
	}
	for _, n := range loaded(list.value, t.payload).numbers() {
		out = append(out, pointsOf(n)...)
	}
	return out
}

// mayClear reports whether the masks let a clear write anything.
func (t *tracker) mayClear(of aspect) bool {
	masks := t.root.at(t.contextPath(word("masks"))...)
	switch of {
	case depthAspect:
		return masks == nil || masks.whole("GL_DEPTH_WRITEMASK") != 0
	case stencilAspect:
		return masks == nil || masks.whole("GL_STENCIL_WRITEMASK") != 0
	}
	return t.writesColor()
}

// clearsAll reports whether a clear writes all of an attachment.
func (t *tracker) clearsAll(of aspect) bool {
	context := t.root.at(contextsKey, number(t.call.Context))
	for _, capability := range []string{"GL_SCISSOR_TEST", "GL_RASTERIZER_DISCARD"} {
		if on, _ := context.number(word("capabilities"), word(capability)); on != 0 {
			return false
		}
	}
	masks := context.at(word("masks"))
	switch {
	case masks == nil || of == depthAspect:
		return true
	case of == stencilAspect:
		return masks.whole("GL_STENCIL_WRITEMASK")&0xff == 0xff
	}
	own := masks.at(word("draw buffers"))
	return (own == nil || len(own.kids) == 0) && !slices.Contains(masks.at(word("GL_COLOR_WRITEMASK")).value.many, 0)
}
