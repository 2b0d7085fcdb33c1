package tracetest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Script is the source and the label of a shader of Sample. Viewers must show it as text and not interpret
// it.
const Script = "<script>alert(1)</script>"

// Handles of Sample.
const (
	Display  = 0x5500000000d0
	Surface  = 0x550000000050
	Contexts = 0x5500000000c0 // and the number of the context
)

const vertexShader = `#version 300 es
in vec4 position;
uniform mat4 transform;
void main() { gl_Position = transform * position; }
`

const fragmentShader = `#version 300 es
precision mediump float;
uniform vec4 color;
uniform sampler2D image;
out vec4 pixel;
void main() { pixel = color * texture(image, vec2(0.5)); }
`

// Sample returns a recording of a small OpenGL ES 3 program: shaders, textures, buffers, groups, two threads,
// errors, and the given number of frames. The second thread uploads textures in a context that shares with
// the first.
func Sample(frames int) []byte { return SampleWith(frames, Options{PerBatch: 64}) }

// SampleWith is like Sample, with options.
func SampleWith(frames int, o Options) []byte {
	var out bytes.Buffer
	w := NewWriter(&out, o)
	s := &sample{w: w, main: w.Named(1, "main"), loader: w.Named(2, "loader")}
	s.start()
	s.program()
	s.buffers()
	s.texture()
	for n := range frames {
		s.frame(n)
	}
	s.end()
	w.At(max(w.Now(), time.Second))
	w.Clock()
	w.Close()
	return out.Bytes()
}

type sample struct {
	w            *Writer
	main, loader *Thread
}

func (s *sample) start() {
	t := s.main
	t.Call("eglGetDisplay", 0, Returns(Display))
	t.Took(3*time.Millisecond).Call("eglInitialize", Display, Bytes(words(1)), Bytes(words(5)), Returns("EGL_TRUE"))
	t.Call("eglBindAPI", "EGL_OPENGL_ES_API", Returns("EGL_TRUE"))
	t.Call("eglCreateContext", Display, 0x5500000000f0, 0, Bytes(words(0x3098, 3, 0x3038)), Returns(Contexts+1))
	t.Call("eglMakeCurrent", Display, Surface, Surface, Contexts+1, Returns("EGL_TRUE"))
	t.NewContext(1, Contexts+1, 3, 2, 1)
	l := s.loader
	l.Call("eglCreateContext", Display, 0x5500000000f0, Contexts+1, Bytes(words(0x3098, 3, 0x3038)), Returns(Contexts+2))
	l.Call("eglMakeCurrent", Display, 0, 0, Contexts+2, Returns("EGL_TRUE"))
	l.NewContext(2, Contexts+2, 3, 2, 1)
	t.Call("glGetString", "GL_RENDERER", Returns(String("tracetest")))
	t.Call("glGetIntegerv", "GL_MAX_TEXTURE_SIZE", Bytes(words(4096)))
	t.Call("glViewport", 0, 0, 640, 480)
	t.Call("glEnable", "GL_DEPTH_TEST")
	t.Call("glEnable", "GL_BLEND")
	t.Call("glBlendFunc", "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA")
}

func (s *sample) program() {
	t := s.main
	for i, source := range []string{vertexShader, fragmentShader, Script} {
		name := i + 1
		t.Call("glCreateShader", []string{"GL_VERTEX_SHADER", "GL_FRAGMENT_SHADER", "GL_FRAGMENT_SHADER"}[i], Returns(name))
		t.Call("glShaderSource", name, 1, String(source), Null())
		t.Took(400*time.Microsecond).Call("glCompileShader", name)
		t.Call("glGetShaderiv", name, "GL_COMPILE_STATUS", Bytes(words(1-uint32(i/2))))
	}
	t.Call("glObjectLabel", "GL_SHADER", 3, -1, String(Script))
	t.Call("glGetShaderInfoLog", 3, 512, Bytes(words(12)), String("syntax error"))
	t.Call("glCreateProgram", Returns(4))
	t.Call("glAttachShader", 4, 1)
	t.Call("glAttachShader", 4, 2)
	t.Call("glBindAttribLocation", 4, 0, String("position"))
	t.Took(2*time.Millisecond).Call("glLinkProgram", 4)
	for location, name := range []string{"transform", "color", "image"} {
		t.Call("glGetUniformLocation", 4, String(name), Returns(location))
	}
	for i, u := range []struct {
		name string
		typ  uint32
	}{{"transform", 0x8B5C}, {"color", 0x8B52}, {"image", 0x8B5E}} {
		t.Synthetic("glGetActiveUniform", 4, i, 64, Bytes(words(uint32(len(u.name)))), Bytes(words(1)), Bytes(words(u.typ)), String(u.name))
	}
	t.Call("glUseProgram", 4)
	t.Call("glUniform1i", 2, 0)
}

func (s *sample) buffers() {
	t := s.main
	t.Call("glGenVertexArrays", 1, Bytes(words(1)))
	t.Call("glBindVertexArray", 1)
	t.Call("glGenBuffers", 2, Bytes(words(1, 2)))
	t.Call("glBindBuffer", "GL_ARRAY_BUFFER", 1)
	t.Call("glBufferData", "GL_ARRAY_BUFFER", 36, Bytes(floats(-1, -1, 0, 1, -1, 0, 0, 1, 0)), "GL_STATIC_DRAW")
	t.Call("glVertexAttribPointer", 0, 3, "GL_FLOAT", false, 0, Offset(0))
	t.Call("glEnableVertexAttribArray", 0)
	t.Call("glBindBuffer", "GL_ELEMENT_ARRAY_BUFFER", 2)
	t.Call("glBufferData", "GL_ELEMENT_ARRAY_BUFFER", 6, Bytes([]byte{0, 0, 1, 0, 2, 0}), "GL_DYNAMIC_DRAW")
	t.Call("glObjectLabel", "GL_BUFFER", 1, 8, String("triangle"))
}

func (s *sample) texture() {
	l := s.loader
	l.Call("glGenTextures", 1, Bytes(words(1)))
	l.Call("glBindTexture", "GL_TEXTURE_2D", 1)
	l.Call("glPixelStorei", "GL_UNPACK_ALIGNMENT", 1)
	l.Took(time.Millisecond).Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 64, 64, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", Bytes(Image(64, 64, 0)))
	l.Call("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", "GL_LINEAR")
	l.Call("glFlush")
	s.main.Call("glActiveTexture", "GL_TEXTURE0")
	s.main.Call("glBindTexture", "GL_TEXTURE_2D", 1)
}

// frame records a frame of 16.6 ms, most of which the program waits.
func (s *sample) frame(n int) {
	t, angle := s.main, float64(n)/10
	s.w.At(5*time.Millisecond + 16600*time.Microsecond*time.Duration(n+1))
	t.Call("glClearColor", 0.1, 0.2, 0.3, 1)
	t.Call("glClear", 0x4100)
	t.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, String(fmt.Sprintf("frame %d", n)))
	for i := range 3 {
		t.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", uint32(i+1), -1, String([]string{"sky", "ground", Script}[i]))
		t.Call("glUniformMatrix4fv", 0, 1, false, Bytes(rotation(angle+float64(i))))
		t.Call("glUniform4f", 1, 0.25*float64(i), math.Abs(math.Sin(angle)), 0, 1)
		if i == 2 {
			t.Took(80*time.Microsecond).Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		} else {
			t.Took(120*time.Microsecond).Call("glDrawElements", "GL_TRIANGLES", 3, "GL_UNSIGNED_SHORT", Offset(0))
		}
		t.Call("glPopDebugGroup")
	}
	s.extras(n)
	t.Call("glPopDebugGroup")
	t.Synthetic("gltrace.FrameImage", Surface, 16, 12, 640, 480, 0, Bytes(Image(16, 12, n)))
	t.Took(2*time.Millisecond).Call("eglSwapBuffers", Display, Surface, Returns("EGL_TRUE"))
}

// extras records calls that only some frames have.
func (s *sample) extras(n int) {
	t := s.main
	switch n % 4 {
	case 1:
		t.Call("glBufferSubData", "GL_ELEMENT_ARRAY_BUFFER", 2, 2, Bytes([]byte{byte(n), 0}))
	case 2:
		t.Call("glEnable", 0x1234)
		t.Synthetic("gltrace.Error", "GL_INVALID_ENUM")
		t.Call("glGetError", Returns("GL_INVALID_ENUM"))
	case 3:
		s.loader.Took(5*time.Millisecond).Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 8, 8, "GL_RGBA", "GL_UNSIGNED_BYTE", Bytes(Image(8, 8, n)))
		s.loader.Call("glFlush")
		t.Call("glGetTexParameteriv", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", Uncaptured(tracepb.Capture_CAPTURE_UNKNOWN))
	}
}

func (s *sample) end() {
	s.main.Call("glDeleteTextures", 1, Bytes(words(1)))
	s.main.Call("eglMakeCurrent", Display, 0, 0, 0, Returns("EGL_TRUE"))
	s.main.Context(0).Call("eglTerminate", Display, Returns("EGL_TRUE"))
}

func words(v ...uint32) (b []byte) {
	for _, one := range v {
		b = binary.LittleEndian.AppendUint32(b, one)
	}
	return b
}

func floats(v ...float64) (b []byte) {
	for _, one := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(one)))
	}
	return b
}

func rotation(a float64) []byte {
	sin, cos := math.Sincos(a)
	return floats(cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
}

// Image returns an RGBA image, bottom row first: a gradient that moves with n.
func Image(width, height, n int) []byte {
	b := make([]byte, 0, 4*width*height)
	for y := range height {
		for x := range width {
			b = append(b, byte(255*x/width), byte(255*y/height), byte(8*n), 255)
		}
	}
	return b
}
