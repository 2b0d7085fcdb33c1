//go:build linux

package player_test

import (
	"bytes"
	"slices"
	"testing"
)

const (
	elementArrayBuffer = 0x8893
	staticDraw         = 0x88E4
	texture2D          = 0x0DE1
)

// quad has the vectors of two triangles that cover a window.
var quad = floats(-1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, 1)

var (
	black = []byte{0, 0, 0, 0}
	green = []byte{0, 255, 0, 255}
	red   = []byte{255, 0, 0, 255}
)

// pointer adds a call that sets the attribute 0 to client memory of the program.
func (s *script) pointer() {
	s.call("glVertexAttribPointer", number(0), number(2), number(glFloat), number(0), number(0), number(0x7000))
	s.call("glEnableVertexAttribArray", number(0))
}

// vertices adds client arrays of the next draw.
func (s *script) vertices(index, size, stride, first, count, start int, vectors []byte) {
	s.operation(opVertices, 0, number(index), number(size), number(glFloat), number(0), number(0), number(stride), number(first), number(count), number(start), data(vectors))
}

// Client arrays are those of the script. The address of the recorded program is not used.
func TestClientArrays(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	s.useProgram()
	s.pointer()
	s.vertices(0, 2, 8, 10, 6, 0, quad)
	s.call("glDrawArrays", number(triangles), number(10), number(6))
	s.readPixel(4, 4)
	s.call("glClear", number(colorBufferBit))
	s.vertices(0, 2, 8, 3, 6, 0, quad)
	s.call("glDrawElements", number(triangles), number(6), number(glUnsignedByte), data([]byte{3, 4, 5, 6, 7, 8}))
	s.readPixel(4, 4)
	r := playAll(t, s)
	r.wantPixels(t, green, green)
	if got := r.data(t, "gltrace.VertexData", "data"); len(got) != 2 || !bytes.Equal(got[0], quad) || !bytes.Equal(got[1], quad) {
		t.Errorf("client arrays of %d draws", len(got))
	}
}

// Data that several draws read is in the script once.
func TestKeptArrays(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	s.useProgram()
	s.pointer()
	s.operation(opKeep, 0, data(quad))
	for _, first := range []int{10, 3} {
		s.call("glClear", number(colorBufferBit))
		s.operation(opVertices, 0, number(0), number(2), number(glFloat), number(0), number(0), number(8), number(first), number(6), number(0), kept(0))
		s.call("glDrawArrays", number(triangles), number(first), number(6))
		s.readPixel(4, 4)
	}
	r := playAll(t, s)
	r.wantPixels(t, green, green)
	if got := r.data(t, "gltrace.VertexData", "data"); len(got) != 2 || !bytes.Equal(got[0], quad) || !bytes.Equal(got[1], quad) {
		t.Errorf("client arrays of %d draws", len(got))
	}
}

// Attributes that the program interleaved are interleaved again.
func TestInterleavedArrays(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	s.useProgram()
	s.call("glUseProgram", number(0)) // the recorder takes all attributes as read
	s.pointer()
	s.call("glVertexAttribPointer", number(1), number(2), number(glFloat), number(0), number(16), number(0x7008))
	s.call("glEnableVertexAttribArray", number(1))
	vectors := floats(-1, -1, 0, 0, 1, -1, 0, 0, -1, 1, 0, 0)
	s.vertices(0, 2, 16, 0, 3, 0, vectors)
	s.vertices(1, 2, 16, 0, 3, 8, vectors)
	s.call("glDrawArrays", number(triangles), number(0), number(3))
	got := playAll(t, s).data(t, "gltrace.VertexData", "data")
	if len(got) != 2 || !bytes.Equal(got[0], vectors) || !bytes.Equal(got[1], vectors) {
		t.Errorf("client arrays %v", got)
	}
}

// A draw without vectors for an enabled attribute does not crash, in any version of OpenGL ES.
func TestAttributeWithoutData(t *testing.T) {
	for _, version := range []int{2, 3} {
		s := newScript(t)
		s.begin(8, 8, version)
		s.useProgram()
		s.call("glEnableVertexAttribArray", number(0))
		s.call("glDrawArrays", number(triangles), number(0), number(300000))
		s.pointer()
		s.call("glEnableVertexAttribArray", number(5))
		s.call("glDrawArrays", number(triangles), number(0), number(300000))
		if version == 3 {
			s.call("glGenVertexArrays", number(1), outNames(next))
			s.call("glBindVertexArray", reg(next))
			s.call("glEnableVertexAttribArray", number(0))
			s.call("glDrawArrays", number(triangles), number(0), number(300000))
		}
		s.readPixel(4, 4)
		playAll(t, s)
	}
}

// Vertices and indices are in buffers.
func TestBuffers(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	s.useProgram()
	s.call("glGenBuffers", number(2), outNames(buffer, next+1))
	s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
	s.call("glBufferData", number(arrayBuffer), number(len(quad)), data(quad), number(staticDraw))
	s.call("glBindBuffer", number(elementArrayBuffer), reg(next+1))
	s.call("glBufferData", number(elementArrayBuffer), number(8), data([]byte{9, 9, 0, 1, 2, 3, 4, 5}), number(staticDraw))
	s.call("glVertexAttribPointer", number(0), number(2), number(glFloat), number(0), number(0), offset(0))
	s.call("glEnableVertexAttribArray", number(0))
	s.call("glDrawElements", number(triangles), number(6), number(glUnsignedByte), offset(2))
	s.readPixel(4, 4)
	s.call("glDeleteBuffers", number(2), names(buffer, next+1))
	playAll(t, s).wantPixels(t, green)
}

// What the program wrote to a mapped buffer is written again.
func TestMapped(t *testing.T) {
	testMapped(t, func(s *script) {
		s.operation(opMapped, 0, reg(buffer), number(24), data(quad[8:]))
		s.operation(opMapped, 0, reg(buffer), number(16), data(quad[:8]))
	})
}

// The data can also be in slots: payloads, and changes of them.
func TestMappedSlots(t *testing.T) {
	testMapped(t, func(s *script) {
		other := bytes.Clone(quad[8:])
		other[0]++
		other[39]++
		s.operation(opPayload, 0, number(3), data(quad[:8]))
		s.operation(opPayload, 0, number(63), data(other))
		s.operation(opChange, 0, number(0), number(63), data([]byte{1, 2}), data(slices.Concat(quad[8:12], quad[44:48])))
		s.operation(opMapped, 0, reg(buffer), number(16), slots(3, 0))
	})
}

func testMapped(t *testing.T, write func(*script)) {
	s := newScript(t)
	s.begin(8, 8, 3)
	s.useProgram()
	s.call("glGenBuffers", number(1), outNames(buffer))
	s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
	s.call("glBufferData", number(arrayBuffer), number(16+len(quad)), number(0), number(staticDraw))
	s.into(next+1, "glMapBufferRange", number(arrayBuffer), number(16), number(len(quad)), number(2))
	write(s)
	s.call("glUnmapBuffer", number(arrayBuffer))
	s.call("glVertexAttribPointer", number(0), number(2), number(glFloat), number(0), number(0), offset(16))
	s.call("glEnableVertexAttribArray", number(0))
	s.call("glDrawArrays", number(triangles), number(0), number(6))
	s.readPixel(4, 4)
	r := playAll(t, s)
	r.wantPixels(t, green)
	if got := r.data(t, "gltrace.Mapped", "data"); len(got) != 1 || !bytes.Equal(got[0], quad) {
		t.Errorf("mapped %v", got)
	}
}

// Pixels are where the pixel storage state says, in both directions.
func TestPixelStorage(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 3)
	s.call("glGenTextures", number(1), outNames(texture))
	s.call("glBindTexture", number(texture2D), reg(texture))
	for name, value := range map[int]int{0x0CF2: 7, 0x0CF3: 3, 0x0CF4: 2} { // GL_UNPACK_ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS
		s.call("glPixelStorei", number(name), number(value))
	}
	pixels := append(append(bytes.Clone(red), green...), append(bytes.Clone(green), red...)...)
	s.call("glTexImage2D", number(texture2D), number(0), number(glRGBA), number(2), number(2), number(0), number(glRGBA), number(glUnsignedByte), data(pixels))
	s.call("glGenFramebuffers", number(1), outNames(next))
	s.call("glBindFramebuffer", number(0x8D40), reg(next))
	s.call("glFramebufferTexture2D", number(0x8D40), number(0x8CE0), number(texture2D), reg(texture), number(0))
	s.call("glPixelStorei", number(0x0D02), number(5)) // GL_PACK_ROW_LENGTH
	s.call("glReadPixels", number(0), number(0), number(2), number(2), number(glRGBA), number(glUnsignedByte), out())
	r := playAll(t, s)
	r.wantPixels(t, pixels)
	if got := r.data(t, "glTexImage2D", "pixels"); len(got) != 1 || !bytes.Equal(got[0], pixels) {
		t.Errorf("the driver got the pixels %v", got)
	}
}

// Threads hand over in the order of the script.
func TestThreads(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	for i := range 20 {
		s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
		s.thread = uint16(1 + (i+1)%2)
		s.call("eglMakeCurrent", reg(display), reg(surface), reg(surface), reg(eglContext))
		s.call("glClearColor", float(float32(i%2)), float(0), float(0), float(1))
		s.call("glClear", number(colorBufferBit))
		s.readPixel(0, 0)
	}
	r := playAll(t, s)
	pixels := r.data(t, "glReadPixels", "pixels")
	threads := map[uint32]int{}
	for _, c := range r.calls {
		if c.Function.Name == "glReadPixels" {
			threads[c.Thread]++
		}
	}
	if len(pixels) != 20 || len(threads) != 2 {
		t.Fatalf("%d images on threads %v", len(pixels), threads)
	}
	for i, p := range pixels {
		if want := []byte{uint8(i % 2 * 255), 0, 0, 255}; !bytes.Equal(p, want) {
			t.Errorf("image %d: %v", i, p)
		}
	}
}

// A surface has the size of the recording, also after the size changed.
func TestResize(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	query := func() {
		s.call("eglQuerySurface", reg(display), reg(surface), number(0x3057), out())
		s.readPixel(40, 4)
		s.call("eglSwapBuffers", reg(display), reg(surface))
	}
	query()
	s.operation(opResize, 0, reg(surface), number(50), number(8))
	s.call("glClearColor", float(1), float(0), float(0), float(1))
	s.call("glClear", number(colorBufferBit))
	query()
	s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
	s.call("eglDestroySurface", reg(display), reg(surface))
	r := playAll(t, s)
	r.wantPixels(t, black, red)
	if got := r.data(t, "eglQuerySurface", "value"); len(got) != 2 || got[0][0] != 8 || got[1][0] != 50 {
		t.Errorf("widths %v", got)
	}
}

// An image of a source that is not there has the contents of the recorded source.
func TestImageSource(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 2)
	s.operation(opSource, 0, number(1), number(1), number(1), data(red))
	s.into(next, "eglCreateImageKHR", reg(display), number(0), number(0x3140), number(0x1234), data(words[uint32](0x30D2, 1, eglNone)))
	s.call("glGenTextures", number(1), outNames(texture))
	s.call("glBindTexture", number(texture2D), reg(texture))
	s.call("glEGLImageTargetTexture2DOES", number(texture2D), reg(next))
	s.call("glGenFramebuffers", number(1), outNames(next+1))
	s.call("glBindFramebuffer", number(0x8D40), reg(next+1))
	s.call("glFramebufferTexture2D", number(0x8D40), number(0x8CE0), number(texture2D), reg(texture), number(0))
	s.readPixel(0, 0)
	playAll(t, s).wantPixels(t, red)
}

// A configuration that the list of the program did not contain is chosen by its attributes, and calls can be marked as not recorded.
func TestOwnOperations(t *testing.T) {
	s := newScript(t)
	s.into(display, "eglGetDisplay", number(0))
	s.call("eglInitialize", reg(display), number(0), number(0))
	s.operation(opConfig, 0, number(config), data(words[uint32](0x3033, 2, 0x3024, 8, 0x30FF, 77, eglNone)))
	s.operation(opValue, 0, number(next), number(0x1234))
	s.into(eglContext, "eglCreateContext", reg(display), reg(config), number(0), data(words[uint32](0x3098, 2, 0x31B3, 1, eglNone)))
	s.call("eglMakeCurrent", reg(display), number(0), number(0), reg(eglContext))
	s.flags = 1
	s.call("glIsBuffer", reg(next))
	s.flags = 0
	s.into(next+1, "glIsBuffer", reg(next))
	r := playAll(t, s)
	var synthetic []bool
	for _, c := range r.calls {
		if c.Function.Name == "glIsBuffer" {
			synthetic = append(synthetic, c.Synthetic())
		}
		if c.Function.Name == "glIsBuffer" && c.Args[0].Bits != 0x1234 || c.Function.Name == "eglCreateContext" && c.Result.Bits == 0 {
			t.Errorf("%s(%v) = %#x", c.Function.Name, c.Args, c.Result.Bits)
		}
	}
	if len(synthetic) != 2 || !synthetic[0] || synthetic[1] {
		t.Errorf("calls are synthetic: %v", synthetic)
	}
}

// Surfaces end with their display.
func TestTerminate(t *testing.T) {
	s := newScript(t)
	s.begin(100, 80, 2)
	s.call("eglTerminate", reg(display))
	s.operation(opResize, 0, reg(surface), number(20), number(20))
	s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
	s.call("eglInitialize", reg(display), out(), out())
	s.call("eglDestroySurface", reg(display), reg(surface))
	s.call("eglGetError")
	if r := playAll(t, s); r.calls[len(r.calls)-1].Result.Bits != badSurface {
		t.Errorf("calls %v", r.calls)
	}
}
