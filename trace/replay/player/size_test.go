//go:build linux

package player_test

import (
	"fmt"
	"strings"
	"testing"
)

// renderTo binds a new framebuffer with a renderbuffer as its first color attachment.
func (s *script) renderTo(format, width, height int) {
	s.call("glGenFramebuffers", number(1), outNames(next+2))
	s.call("glBindFramebuffer", number(framebufferTarget), reg(next+2))
	s.call("glGenRenderbuffers", number(1), outNames(next+3))
	s.call("glBindRenderbuffer", number(renderbufferTarget), reg(next+3))
	s.call("glRenderbufferStorage", number(renderbufferTarget), number(format), number(width), number(height))
	s.call("glFramebufferRenderbuffer", number(framebufferTarget), number(colorAttachment), number(renderbufferTarget), reg(next+3))
}

// TestReadTooLarge requests an attachment with more than 1 GiB of values. Only this request fails.
func TestReadTooLarge(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 3)
	s.renderTo(0x8231, 16384, 8192) // GL_R8I, whose values have 16 bytes a pixel
	s.read(1, drawFramebuffer, colorAttachment)
	s.read(2, defaultFramebuffer, colorAttachment)
	s.useProgram()
	s.quadBuffer()
	s.counted(countFragments, 1, func() { s.call("glDrawArrays", number(triangles), number(0), number(6)) })
	s.operation(opCounts, 0, number(3))
	p := playReading(t, s)
	if len(p.readings) != 3 || p.readings[1].Width != 8 || p.readings[1].Failure != "" {
		t.Fatalf("%+v", p.readings)
	}
	for _, i := range []int{0, 2} {
		if got := p.readings[i].Failure; !strings.Contains(got, "more than 16777216 pixels") {
			t.Errorf("%+v", p.readings[i])
		}
	}
}

// TestReadTextures reads textures that are smaller than the viewport, in each version. Before OpenGL ES 3.1, a context cannot query
// their sizes.
func TestReadTextures(t *testing.T) {
	const width, height, texture2D, cube, array = 5, 3, 0x0DE1, 0x8513, 0x8C1A
	for _, c := range []struct {
		version        string
		target         int
		internal       int
		format, kind   int
		isDepth, level bool
	}{
		{version: "2.0", target: texture2D, internal: glRGBA, format: glRGBA, kind: glUnsignedByte},
		{version: "2.0", target: texture2D, internal: 0x1907, format: 0x1907, kind: 0x8363},
		{version: "2.0", target: cube, internal: glRGBA, format: glRGBA, kind: glUnsignedByte},
		{version: "3.0", target: texture2D, internal: glRGBA, format: glRGBA, kind: glUnsignedByte},
		{version: "3.0", target: texture2D, internal: 0x8058, format: glRGBA, kind: glUnsignedByte, level: true},
		{version: "3.0", target: texture2D, internal: 0x881A, format: glRGBA, kind: glFloat},
		{version: "3.0", target: texture2D, internal: 0x8D82, format: 0x8D99, kind: 0x1404}, // GL_RGBA32I
		{version: "3.0", target: texture2D, internal: 0x8C3A, format: 0x1907, kind: 0x8C3B}, // GL_R11F_G11F_B10F
		{version: "3.0", target: texture2D, internal: 0x81A5, format: depthComponent, kind: 0x1403, isDepth: true},
		{version: "3.0", target: texture2D, internal: 0x88F0, format: 0x84F9, kind: 0x84FA, isDepth: true},
		{version: "3.0", target: array, internal: 0x8058, format: glRGBA, kind: glUnsignedByte},
		{version: "", target: texture2D, internal: 0x8058, format: glRGBA, kind: glUnsignedByte, level: true},
	} {
		t.Run(fmt.Sprintf("%s %#x %#x", c.version, c.target, c.internal), func(t *testing.T) {
			t.Setenv("MESA_GLES_VERSION_OVERRIDE", c.version)
			s := newScript(t)
			s.begin(8, 8, 2)
			s.call("glGenTextures", number(1), outNames(next))
			s.call("glBindTexture", number(c.target), reg(next))
			levels, point := []int{0}, colorAttachment
			if c.level {
				levels = []int{0, 1}
				s.call("glTexParameteri", number(c.target), number(0x813D), number(1)) // GL_TEXTURE_MAX_LEVEL
			}
			if c.isDepth {
				point = depthAttachment
			}
			faces := []int{c.target}
			if c.target == cube {
				faces = []int{0x8515, 0x8516, 0x8517, 0x8518, 0x8519, 0x851A}
			}
			wide, high := width, height
			if c.target == cube {
				high = wide
			}
			for _, level := range levels {
				w, h := wide<<(len(levels)-1-level), high<<(len(levels)-1-level)
				for _, face := range faces {
					size := []arg{number(face), number(level), number(c.internal), number(w), number(h)}
					if c.target == array {
						s.call("glTexImage3D", append(size, number(2), number(0), number(c.format), number(c.kind), number(0))...)
					} else {
						s.call("glTexImage2D", append(size, number(0), number(c.format), number(c.kind), number(0))...)
					}
				}
			}
			last := len(levels) - 1
			s.call("glGenFramebuffers", number(1), outNames(next+1))
			s.call("glBindFramebuffer", number(framebufferTarget), reg(next+1))
			if c.target == array {
				s.call("glFramebufferTextureLayer", number(framebufferTarget), number(point), reg(next), number(last), number(1))
			} else {
				s.call("glFramebufferTexture2D", number(framebufferTarget), number(point), number(faces[0]), reg(next), number(last))
			}
			s.read(1, drawFramebuffer, point)
			s.into(0, "glGetError")
			p := playReading(t, s)
			if r := p.readings; len(r) != 1 || r[0].Failure != "" || r[0].Width != wide || r[0].Height != high {
				t.Errorf("%+v", r)
			}
			for _, c := range p.calls {
				if c.Function.Name == "glGetError" && c.Result.Bits != 0 {
					t.Errorf("error %#x", c.Result.Bits)
				}
			}
		})
	}
}
