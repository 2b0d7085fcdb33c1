//go:build linux

package player_test

import (
	"bytes"
	"slices"
	"testing"
)

const (
	countFragments = 1
	countLines     = 2
	countCheck     = 3
	redFormat      = 0x1903
)

// counted adds a draw of the quad, which covers the surface with two triangles, in addition.
func (s *script) counted(how, first int, draw func()) {
	s.operation(opCount, 0, number(how), number(first))
	s.flags = 1
	draw()
	s.flags = 0
	s.operation(opCount, 0, number(0), number(0))
}

// quadBuffer binds a buffer with the vectors of the quad, and one with their indices.
func (s *script) quadBuffer() {
	s.call("glGenBuffers", number(2), outNames(buffer, next+1))
	s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
	s.call("glBufferData", number(arrayBuffer), number(len(quad)), data(quad), number(staticDraw))
	s.call("glBindBuffer", number(elementArrayBuffer), reg(next+1))
	s.call("glBufferData", number(elementArrayBuffer), number(6), data([]byte{0, 1, 2, 3, 4, 5}), number(staticDraw))
	s.call("glVertexAttribPointer", number(0), number(2), number(glFloat), number(0), number(0), offset(0))
	s.call("glEnableVertexAttribArray", number(0))
}

// TestCount counts the fragments of draws with tests, blending and masks, which stay as they are.
func TestCount(t *testing.T) {
	const width, height = 8, 6
	s := newScript(t)
	s.begin(width, height, 3)
	s.useProgram()
	s.quadBuffer()
	s.call("glEnable", number(0x0BE2)) // GL_BLEND
	s.call("glBlendFuncSeparate", number(1), number(0), number(0), number(1))
	s.call("glBlendColor", float(0.1), float(0.2), float(0.3), float(0.4))
	s.call("glColorMask", number(1), number(1), number(0), number(1))
	s.call("glScissor", number(2), number(1), number(3), number(4))
	draw := func() { s.call("glDrawArrays", number(triangles), number(0), number(6)) }
	elements := func() {
		s.call("glDrawElements", number(triangles), number(6), number(glUnsignedByte), offset(0))
	}
	s.watch()
	s.counted(countFragments, 1, draw)
	s.operation(opCounts, 0, number(1)) // 1 everywhere
	s.call("glEnable", number(0x0C11))
	s.counted(countFragments, 0, elements)
	s.call("glDisable", number(0x0C11))
	s.operation(opCounts, 0, number(2)) // 2 in the scissor box
	s.counted(countLines, 1, elements)
	s.operation(opCounts, 0, number(3))
	s.counted(countLines, 1, draw)
	s.operation(opCounts, 0, number(4))
	s.counted(countFragments, 1, func() {})
	for range 200 {
		s.counted(countFragments, 0, draw)
	}
	s.operation(opCounts, 0, number(5))
	s.watch()
	s.readPixel(4, 4)
	p := playReading(t, s)
	p.wantUnchanged(t)
	if pixel := p.data(t, "glReadPixels", "pixels")[0]; pixel[1] != 0 {
		t.Errorf("a counted draw reached the framebuffer: %v", pixel)
	}
	if len(p.readings) != 5 {
		t.Fatalf("%+v", p.readings)
	}
	for _, r := range p.readings {
		if r.Failure != "" || r.Format != redFormat || r.Width != width || r.Height != height || len(r.Data) != width*height {
			t.Fatalf("%+v", r)
		}
	}
	want := bytes.Repeat([]byte{1}, width*height)
	if !bytes.Equal(p.readings[0].Data, want) {
		t.Errorf("%v", p.readings[0].Data)
	}
	for y := 1; y < 5; y++ {
		for x := 2; x < 5; x++ {
			want[y*width+x] = 2
		}
	}
	if !bytes.Equal(p.readings[1].Data, want) {
		t.Errorf("%v", p.readings[1].Data)
	}
	lines := p.readings[2].Data
	if !bytes.Equal(lines, p.readings[3].Data) || bytes.Count(lines, []byte{0}) < 8 || bytes.Count(lines, []byte{0}) > 3*width*height/4 {
		t.Errorf("%v\n%v", lines, p.readings[3].Data)
	}
	if !bytes.Equal(p.readings[4].Data, bytes.Repeat([]byte{200}, width*height)) {
		t.Errorf("%v", p.readings[4].Data)
	}
}

// TestCountDepth counts fragments that pass the depth and the stencil test. The buffers stay as they are.
func TestCountDepth(t *testing.T) {
	const width, height = 4, 4
	s := newScript(t)
	s.begin(8, 8, 3)
	s.useProgram()
	s.quadBuffer()
	s.call("glGenFramebuffers", number(1), outNames(next+2))
	s.call("glBindFramebuffer", number(framebufferTarget), reg(next+2))
	s.call("glGenRenderbuffers", number(1), outNames(next+3))
	s.call("glBindRenderbuffer", number(renderbufferTarget), reg(next+3))
	s.call("glRenderbufferStorage", number(renderbufferTarget), number(0x88F0), number(width), number(height))
	s.call("glFramebufferRenderbuffer", number(framebufferTarget), number(0x821A), number(renderbufferTarget), reg(next+3))
	s.call("glClearDepthf", float(0.25))
	s.call("glClear", number(clearAll))
	s.call("glEnable", number(0x0C11)) // GL_SCISSOR_TEST
	s.call("glScissor", number(0), number(0), number(2), number(height))
	s.call("glClearDepthf", float(1))
	s.call("glClear", number(clearAll))
	s.call("glDisable", number(0x0C11))
	s.call("glEnable", number(0x0B71)) // GL_DEPTH_TEST; the draw has the depth 0.5
	s.watch()
	s.counted(countFragments, 1, func() { s.call("glDrawArrays", number(triangles), number(0), number(6)) })
	s.operation(opCounts, 0, number(1))
	s.watch()
	s.read(2, drawFramebuffer, depthAttachment)
	p := playReading(t, s)
	p.wantUnchanged(t)
	want := bytes.Repeat([]byte{1, 1, 0, 0}, height)
	if len(p.readings) != 2 || !bytes.Equal(p.readings[0].Data, want) || p.readings[1].Data[3] != 255 || p.readings[1].Data[11] != 64 {
		t.Errorf("%+v", p.readings)
	}
}

// TestCountErrors has draws with a GL error. The program gets it once, and such a draw has no fragments. A count whose draw failed for
// another reason is a failure.
func TestCountErrors(t *testing.T) {
	const invalidEnum, incomplete = 0x0500, 0x0506
	for _, checked := range []string{"0", "1"} { // errors that the recorder checks
		t.Setenv("GLTRACE_ERRORS", checked)
		s := newScript(t)
		s.begin(8, 8, 3)
		s.useProgram()
		s.quadBuffer()
		draw := func(mode int) func() {
			return func() { s.call("glDrawArrays", number(mode), number(0), number(6)) }
		}
		both := func(first int, counted, made func()) {
			s.counted(countFragments, first, counted)
			made()
			s.operation(opCount, 0, number(countCheck), number(0))
		}
		both(1, draw(triangles), draw(triangles))
		both(0, draw(999), draw(999))
		s.operation(opCounts, 0, number(1))
		s.into(0, "glGetError")
		s.into(0, "glGetError")
		both(1, draw(999), draw(triangles))
		s.operation(opCounts, 0, number(2))
		s.into(0, "glGetError")
		both(1, draw(triangles), draw(999))
		s.operation(opCounts, 0, number(3))
		s.into(0, "glGetError")
		s.renderTo(0x8058, 4, 4)
		both(1, draw(triangles), draw(triangles))
		s.call("glRenderbufferStorage", number(renderbufferTarget), number(0x81A6), number(4), number(4)) // of depth: not complete
		both(0, draw(triangles), draw(triangles))
		s.into(0, "glGetError")
		s.into(0, "glGetError")
		s.call("glRenderbufferStorage", number(renderbufferTarget), number(0x8058), number(4), number(4))
		both(0, draw(triangles), draw(triangles))
		s.operation(opCounts, 0, number(4))
		p := playReading(t, s)
		var errors []uint64
		for _, c := range p.calls {
			if c.Function.Name == "glGetError" {
				errors = append(errors, c.Result.Bits)
			}
		}
		if want := []uint64{invalidEnum, 0, 0, invalidEnum, incomplete, 0}; !slices.Equal(errors, want) {
			t.Errorf("errors checked: %s: %#x; want %#x", checked, errors, want)
		}
		r := p.readings
		if len(r) != 4 || !bytes.Equal(r[0].Data, bytes.Repeat([]byte{1}, 64)) || !bytes.Equal(r[3].Data, bytes.Repeat([]byte{2}, 16)) {
			t.Fatalf("errors checked: %s: %+v", checked, r)
		}
		if r[1].Failure == "" || r[2].Failure == "" || r[1].Failure == r[2].Failure {
			t.Errorf("errors checked: %s: %+v", checked, r)
		}
	}
}

// TestCountContexts counts the draws of two contexts, which take turns.
func TestCountContexts(t *testing.T) {
	const other = next + 20
	s := newScript(t)
	s.begin(8, 6, 3)
	s.into(other, "eglCreateContext", reg(display), reg(config), reg(eglContext), data(words[uint32](0x3098, 3, eglNone)))
	current := func(context int) { s.call("eglMakeCurrent", reg(display), reg(surface), reg(surface), reg(context)) }
	draw := func() { s.call("glDrawArrays", number(triangles), number(0), number(6)) }
	s.useProgram()
	s.quadBuffer()
	s.counted(countFragments, 1, draw)
	current(other)
	s.call("glUseProgram", reg(program))
	s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
	s.call("glVertexAttribPointer", number(0), number(2), number(glFloat), number(0), number(0), offset(0))
	s.call("glEnableVertexAttribArray", number(0))
	s.counted(countFragments, 1, draw)
	current(eglContext)
	s.counted(countFragments, 0, draw)
	s.operation(opCounts, 0, number(1))
	current(other)
	s.operation(opCounts, 0, number(2))
	p := playReading(t, s)
	for i, want := range []byte{2, 1} {
		if len(p.readings) != 2 || !bytes.Equal(p.readings[i].Data, bytes.Repeat([]byte{want}, 48)) {
			t.Errorf("context %d: %+v", i, p.readings)
		}
	}
}
