// Package scene makes the recording of a fictitious program that draws with the features of OpenGL ES 3:
// passes in debug groups, a shadow map, textures from a second thread, slow frames, and an error. The
// viewer's tests use it.
package scene

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Size of the images.
const (
	Width  = 256
	Height = 144
)

const (
	display = 0x7a0c001e40
	surface = 0x7a0c0020b0
	handle  = 0x7a0c002400 // of the first context
)

type program struct {
	w              *tracetest.Writer
	render, loader *tracetest.Thread
	random         *rand.Rand
	images         bool
}

// Record returns a recording of a number of frames; images make it large.
func Record(frames int, images bool) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 500, Hello: &tracepb.Hello{Process: "com.example.orbit", Arch: "arm64", Pid: 21407}})
	p := &program{w: w, render: w.Named(1, "RenderThread"), loader: w.Named(2, "AssetLoader"), random: rand.New(rand.NewPCG(7, 7)), images: images}
	p.start()
	p.shaders()
	p.meshes()
	p.targets()
	at := 40 * time.Millisecond
	for n := range frames {
		w.At(at)
		p.frame(n)
		at = max(at+16667*time.Microsecond, w.Now()+200*time.Microsecond)
	}
	w.Clock()
	w.Close()
	return out.Bytes()
}

// call adds a call with a realistic duration: most are short.
func (p *program) call(name string, args ...any) { p.took(350, name, args...) }

func (p *program) took(ns float64, name string, args ...any) {
	p.render.Took(time.Duration(ns*(0.6+0.7*p.random.ExpFloat64()))).Call(name, args...)
}

func (p *program) start() {
	t := p.render
	t.Took(2*time.Millisecond).Call("eglCreateContext", display, 0x7a0c0011d0, 0, tracetest.Bytes(words(0x3098, 3, 0x3038)), tracetest.Returns(handle))
	t.Took(300*time.Microsecond).Call("eglMakeCurrent", display, surface, surface, handle, tracetest.Returns("EGL_TRUE"))
	t.NewContext(1, handle, 3, 2, 1)
	l := p.loader
	l.Took(time.Millisecond).Call("eglCreateContext", display, 0x7a0c0011d0, handle, tracetest.Bytes(words(0x3098, 3, 0x3038)), tracetest.Returns(handle+0x400))
	l.Call("eglMakeCurrent", display, 0, 0, handle+0x400, tracetest.Returns("EGL_TRUE"))
	l.NewContext(2, handle+0x400, 3, 2, 1)
	p.call("glViewport", 0, 0, 1280, 720)
	p.call("glEnable", "GL_DEPTH_TEST")
	p.call("glEnable", "GL_CULL_FACE")
	p.call("glDepthFunc", "GL_LEQUAL")
}

// swap ends a frame; the recorder takes an image before it.
func (p *program) swap(n int) {
	if p.images {
		p.render.Synthetic("gltrace.FrameImage", surface, Width, Height, 1280, 720, 0, tracetest.Bytes(Picture(Width, Height, float64(n)*0.05, 5)))
	}
	p.took(9e5, "eglSwapBuffers", display, surface, tracetest.Returns("EGL_TRUE"))
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

// model returns a model matrix.
func model(at vec, size, turn float64) []byte {
	sin, cos := math.Sincos(turn)
	return floats(size*cos, 0, -size*sin, 0, 0, size, 0, 0, size*sin, 0, size*cos, 0, at[0], at[1], at[2], 1)
}
