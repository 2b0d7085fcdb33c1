//go:build linux

package player_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// TestReadPixel reads pixels of attachments, and the tests that apply to them. The state stays as it is.
func TestReadPixel(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 3)
	s.call("glGenFramebuffers", number(1), outNames(next))
	s.call("glBindFramebuffer", number(framebufferTarget), reg(next))
	s.call("glGenRenderbuffers", number(1), outNames(next+1))
	s.call("glBindRenderbuffer", number(renderbufferTarget), reg(next+1))
	s.call("glRenderbufferStorage", number(renderbufferTarget), number(0x8058), number(6), number(4))
	s.call("glFramebufferRenderbuffer", number(framebufferTarget), number(colorAttachment), number(renderbufferTarget), reg(next+1))
	s.call("glClearColor", float(1), float(0.2), float(0.4), float(1))
	s.call("glClear", number(colorBufferBit))
	s.call("glScissor", number(2), number(1), number(2), number(1))
	s.call("glEnable", number(0x0C11))
	s.call("glClearColor", float(0), float(1), float(0), float(1))
	s.call("glClear", number(colorBufferBit))
	s.call("glDepthMask", number(0))
	s.watch()
	pixel := func(id, x, y int) {
		s.operation(opPixel, 0, number(id), number(drawFramebuffer), number(colorAttachment), number(x), number(y))
	}
	pixel(0, 1, 1)
	pixel(1, 2, 1)
	pixel(2, 6, 0)
	s.operation(opTests, 0, number(3), number(depthAttachment), number(1), number(1))
	s.operation(opTests, 0, number(4), number(colorAttachment), number(3), number(1))
	s.operation(opFlush, 0)
	s.watch()
	p := playReading(t, s)
	p.wantUnchanged(t)
	if len(p.readings) != 5 {
		t.Fatalf("%+v", p.readings)
	}
	for n, want := range [][]byte{{255, 51, 102, 255}, {0, 255, 0, 255}} {
		if r := p.readings[n]; r.Width != 1 || r.Height != 1 || !bytes.Equal(r.Data, want) {
			t.Errorf("%+v, want %v", r, want)
		}
	}
	if p.readings[2].Failure != "the pixel is outside the framebuffer" {
		t.Errorf("%+v", p.readings[2])
	}
	if got := replay.Excludes(binary.LittleEndian.Uint32(p.readings[3].Words)); got != replay.OutsideScissor|replay.Masked {
		t.Errorf("%b", got)
	}
	if got := replay.Excludes(binary.LittleEndian.Uint32(p.readings[4].Words)); got != 0 {
		t.Errorf("%b", got)
	}
}

// TestReadTexture reads levels, layers and faces of textures.
func TestReadTexture(t *testing.T) {
	const array, cube, depthTexture = 0x8C1A, 0x8513, 0x8D00
	s := newScript(t)
	s.begin(8, 8, 3)
	s.call("glGenTextures", number(4), outNames(next, next+1, next+2, next+3))
	upload := func(target, level, side int, pixel byte) {
		s.call("glTexImage2D", number(target), number(level), number(glRGBA), number(side), number(side), number(0), number(glRGBA), number(glUnsignedByte),
			data(bytes.Repeat([]byte{pixel, 2, 3, 4}, side*side)))
	}
	s.call("glBindTexture", number(texture2D), reg(next))
	upload(texture2D, 0, 4, 10)
	upload(texture2D, 1, 2, 11)
	s.call("glBindTexture", number(array), reg(next+1))
	s.call("glTexImage3D", number(array), number(0), number(0x8058), number(2), number(1), number(2), number(0), number(glRGBA), number(glUnsignedByte),
		data([]byte{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4}))
	s.call("glBindTexture", number(cube), reg(next+2))
	for face := range 6 {
		upload(0x8515+face, 0, 1, byte(20+face))
	}
	s.call("glBindTexture", number(texture2D), reg(next+3))
	s.call("glTexImage2D", number(texture2D), number(0), number(0x81A6), number(1), number(1), number(0), number(depthComponent), number(glUnsignedInt), data(words[uint32](0xFFFFFFFF)))
	s.watch()
	for id, of := range [][3]int{{next, 0, 0}, {next, 1, 0}, {next, 2, 0}, {next, 0, 1}, {next + 1, 0, 1}, {next + 2, 0, 5}, {next + 3, 0, 0}, {0, 0, 0}, {next, 1 << 20, 0}} {
		s.operation(opTexture, 0, number(id), reg(of[0]), number(of[1]), number(of[2]))
	}
	s.watch()
	p := playReading(t, s)
	p.wantUnchanged(t)
	want := [][]byte{bytes.Repeat([]byte{10, 2, 3, 4}, 16), bytes.Repeat([]byte{11, 2, 3, 4}, 4), nil, nil, {3, 3, 3, 3, 4, 4, 4, 4}, {25, 2, 3, 4}, {255, 255, 255, 255}, nil, nil}
	if len(p.readings) != len(want) {
		t.Fatalf("%+v", p.readings)
	}
	for n, r := range p.readings {
		if r.Failure != "" || !bytes.Equal(r.Data, want[n]) {
			t.Errorf("reading %d: %+v, want %v", n, r, want[n])
		}
	}
}

// TestCountAt counts the fragments of draws at a pixel, with tests and without.
func TestCountAt(t *testing.T) {
	s := newScript(t)
	s.begin(8, 6, 3)
	s.useProgram()
	s.quadBuffer()
	s.call("glScissor", number(0), number(0), number(4), number(6))
	s.call("glEnable", number(0x0C11))
	s.call("glEnable", number(0x0B44)) // GL_CULL_FACE
	s.call("glCullFace", number(0x0405))
	s.watch()
	count := func(id, ignored, x, y, vertices int) {
		s.operation(opCountAt, 0, number(ignored), number(x), number(y))
		s.flags = 1
		s.call("glDrawArrays", number(triangles), number(0), number(vertices))
		s.flags = 0
		s.operation(opCount, 0, number(0), number(0))
		s.operation(opCounts, 0, number(id))
	}
	count(0, 0, 1, 1, 6)
	count(1, 0, 5, 1, 6)
	count(2, 1, 5, 1, 6) // without the scissor test
	count(3, 0, 7, 5, 3)
	count(4, 1, 0, 0, 3) // the first triangle
	count(5, 15, 9, 0, 6)
	s.call("glCullFace", number(0x0404))
	s.call("glCullFace", number(0x0405))
	s.watch()
	s.call("glFrontFace", number(0x0900)) // GL_CW: all are culled
	count(6, 0, 1, 1, 6)
	count(7, 2, 1, 1, 6)
	s.readPixel(1, 1)
	p := playReading(t, s)
	p.wantUnchanged(t)
	var got []int
	for _, r := range p.readings {
		if len(r.Data) == 1 {
			got = append(got, int(r.Data[0]))
		} else {
			got = append(got, -1)
		}
	}
	if want := []int{1, 0, 1, 0, 1, -1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if pixel := p.data(t, "glReadPixels", "pixels")[0]; pixel[1] != 0 {
		t.Errorf("a counted draw reached the framebuffer: %v", pixel)
	}
}

// TestCapture captures the outputs of a vertex shader with a copy of the program, which has its uniforms.
func TestCapture(t *testing.T) {
	const vertex = "attribute vec4 position; uniform vec2 move[2]; varying vec2 at; void main() { at = position.yx + move[1]; gl_Position = position; }\x00"
	const fragment = "precision mediump float; varying vec2 at; void main() { gl_FragColor = vec4(at, 0.0, 1.0); }\x00"
	s := newScript(t)
	s.begin(8, 6, 3)
	for register, source := range map[int]string{vertexShader: vertex, fragmentShader: fragment} {
		s.into(register, "glCreateShader", number(map[int]int{vertexShader: 0x8B31, fragmentShader: 0x8B30}[register]))
		s.call("glShaderSource", reg(register), number(1), texts(strings.TrimSuffix(source, "\x00")), number(0))
		s.call("glCompileShader", reg(register))
	}
	s.into(program, "glCreateProgram")
	s.call("glAttachShader", reg(program), reg(vertexShader))
	s.call("glAttachShader", reg(program), reg(fragmentShader))
	s.call("glLinkProgram", reg(program))
	s.call("glUseProgram", reg(program))
	s.operation(opLog, 0, number(9), reg(program))
	s.operation(opLog, 0, number(9), reg(vertexShader))
	s.into(next, "glGetUniformLocation", reg(program), data([]byte("move[1]\x00")))
	s.call("glUniform2fv", reg(next), number(1), data(floats(0.5, 0.25)))
	s.quadBuffer()
	s.watch()
	s.operation(opOutputs, 0, number(1), data([]byte(vertex)))
	plain := data([]byte("void main() { gl_FragColor = vec4(1.0); }\x00"))
	none := number(0)
	capture := func(id, room int, names string) {
		s.operation(opCopy, 0, number(id), data([]byte(names)), data([]byte(vertex)), none, none, none, plain)
		s.operation(opCapture, 0, number(room))
		s.flags = 1
		s.call("glDrawArrays", number(0), number(0), number(3))
		s.flags = 0
		s.operation(opCaptured, 0, number(id))
		s.operation(opCopy, 0, none, none, none, none, none, none, none)
	}
	capture(2, 72, "gl_Position\x00at\x00")
	capture(3, 72, "absent\x00")
	s.watch()
	s.call("glDrawArrays", number(triangles), number(0), number(6))
	s.readPixel(1, 1)
	p := playReading(t, s)
	p.wantUnchanged(t)
	if len(p.readings) != 5 {
		t.Fatalf("%+v", p.readings)
	}
	for _, r := range p.readings[:2] {
		if len(r.Words) < 4 || binary.LittleEndian.Uint32(r.Words) != 1 {
			t.Errorf("%+v", r)
		}
	}
	components, outputs, err := replay.ParseOutputs(p.readings[2].Words)
	if err != nil || components < 64 || !slices.ContainsFunc(outputs, func(o replay.Output) bool { return o.Name == "at" && o.Type == 0x8B50 && o.Size == 1 }) {
		t.Errorf("%d, %+v, %v", components, outputs, err)
	}
	words := p.readings[3].Words
	if len(words) != 4+72 || words[0] != 3 {
		t.Fatalf("%+v", p.readings[3])
	}
	var got []float32
	for at := 4; at < len(words); at += 4 {
		got = append(got, math.Float32frombits(binary.LittleEndian.Uint32(words[at:])))
	}
	if want := []float32{-1, -1, 0, 1, -0.5, -0.75, 1, -1, 0, 1, -0.5, 1.25, -1, 1, 0, 1, 1.5, -0.75}; !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	if p.readings[4].Failure != "the driver cannot link a copy of the program" {
		t.Errorf("%+v", p.readings[4])
	}
	if pixel := p.data(t, "glReadPixels", "pixels")[0]; pixel[3] != 255 {
		t.Errorf("the draw has another program: %v", pixel)
	}
}
