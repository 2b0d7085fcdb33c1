package state

import (
	"slices"
	"strings"
)

// blit notes what glBlitFramebuffer reads and writes.
func (t *tracker) blit() {
	t.readFramebuffer()
	cleared := t.clearedPoints()
	wrote := false
	for _, a := range t.attachments("GL_DRAW_FRAMEBUFFER") {
		if cleared[a.point] && !t.isDead(a) {
			t.write(a.of, a.level, t.coversAll(a) && t.scissorOff())
			wrote = true
		}
	}
	if wrote {
		t.use("blit")
	}
}

// coversAll reports whether a blit covers an attachment.
func (t *tracker) coversAll(a attached) bool {
	x, y := []int64{t.argOf("dstX0"), t.argOf("dstX1")}, []int64{t.argOf("dstY0"), t.argOf("dstY1")}
	return a.width > 0 && a.height > 0 && slices.Min(x) <= 0 && slices.Max(x) >= a.width && slices.Min(y) <= 0 && slices.Max(y) >= a.height
}

func (t *tracker) scissorOff() bool {
	on, _ := t.root.number(t.contextPath(word("capabilities"), word("GL_SCISSOR_TEST"))...)
	return on == 0
}

// readFramebuffer notes that the current call reads the contents of the framebuffer.
func (t *tracker) readFramebuffer() {
	for _, a := range t.attachments("GL_READ_FRAMEBUFFER") {
		if t.isSwapped(a) {
			t.lastRead = t.call.Index
		}
		t.readContents(a.of)
	}
}

// readPixels notes what glReadPixels reads, and the buffer that it writes to. Before the part that is kept, pixels that are
// read to the program's memory are not needed.
func (t *tracker) readPixels() {
	buffer, _ := t.root.number(t.contextPath(word("buffers"), word("GL_PIXEL_PACK_BUFFER"))...)
	if buffer == 0 && t.call.Index < t.from {
		return
	}
	t.readFramebuffer()
	t.use("read")
	if buffer != 0 {
		t.write(resource{t.share(), "buffer", buffer}, level{layer: anyLayer}, false)
	}
}

// copyPixels notes what a copy from the framebuffer to a texture reads. The rules have what it writes.
func (t *tracker) copyPixels() {
	t.readFramebuffer()
	t.use("read")
	t.readContents(resource{t.share(), "texture", t.bound("texture")})
}

// copyImage notes what glCopyImageSubData reads and writes.
func (t *tracker) copyImage() {
	object := func(prefix string) resource {
		r := resource{t.share(), "texture", uint64(t.argOf(prefix + "Name"))}
		if uint32(t.argOf(prefix+"Target")) == uint32(literal("GL_RENDERBUFFER", cellUint)) {
			r.class = "renderbuffer"
		}
		return r
	}
	from, to := object("src"), object("dst")
	for _, r := range []resource{from, to} {
		t.need(t.names[r])
		t.needAll(t.at(r))
	}
	t.readContents(from)
	t.write(to, level{number: t.argOf("dstLevel"), layer: anyLayer}, false)
}

// generate notes that glGenerateMipmap reads the base level and replaces the others.
func (t *tracker) generate() {
	texture := resource{t.share(), "texture", t.bound("texture")}
	n := t.at(texture)
	if n == nil {
		return
	}
	if t.shared[texture] {
		t.readContents(texture)
	}
	base := n.at(word("parameters")).whole("GL_TEXTURE_BASE_LEVEL")
	t.needAll(n.at(word("levels"), number(base)))
	for at, head := range t.heads[texture] {
		if at.number == base {
			t.need(head)
		} else {
			delete(t.heads[texture], at)
		}
	}
}

// isIndirect reports whether the arguments of a draw or dispatch are in a buffer.
func isIndirect(function string) bool { return strings.Contains(function, "Indirect") }
