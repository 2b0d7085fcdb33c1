package diff

import (
	"bytes"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// surfaceSize is the size of a surface of A.
type surfaceSize struct {
	width, height int64
	window        bool // its size can change, and is described only before the next swap
}

// mostContexts is the maximum number of contexts whose framebuffer is known, and of surfaces whose size is.
const mostContexts = 1 << 12

// setSurface keeps the size of the surface that a call of gltrace.Surface in A describes.
func (c *comparison) setSurface(s *file.Span, i int) {
	const window = 4 // EGL_WINDOW_BIT
	handle, _ := s.Arg(i, "surface")
	if _, known := c.sizes[handle]; !known && len(c.sizes) == mostContexts {
		return
	}
	kind, _ := s.Arg(i, "kind")
	width, _ := s.Arg(i, "width")
	height, _ := s.Arg(i, "height")
	c.sizes[handle] = surfaceSize{int64(int32(width)), int64(int32(height)), kind == window}
}

// makesCurrent reports whether a function makes a surface current for reading.
func makesCurrent(f *file.Function) bool { return f.Name == "eglMakeCurrent" && len(f.Params) == 4 }

// makeCurrent applies a call of eglMakeCurrent.
func (l *lane) makeCurrent(cells []uint64) {
	const read, result = 2, 4 // parameters
	if len(cells) > result && uint32(cells[result]) != 0 {
		l.read, l.window = cells[read], windowSize{}
	}
}

// bindsFramebuffer reports whether a function binds framebuffers.
func bindsFramebuffer(f *file.Function) bool {
	return strings.HasPrefix(f.Name, "glBindFramebuffer") && len(f.Params) == 2
}

// bindFramebuffer applies a call that binds a framebuffer.
func (c *comparison) bindFramebuffer(context uint32, target, name uint64) {
	const framebuffer, read = 0x8D40, 0x8CA8 // GL_FRAMEBUFFER, GL_READ_FRAMEBUFFER
	if _, known := c.reads[context]; target == framebuffer || target == read {
		if known || len(c.reads) < mostContexts {
			c.reads[context] = name
		}
	}
}

// withoutUndefined returns the pixels of B with those of A in the places outside of the surface: their values are undefined. ES 3.2,
// 16.1. If the size of the surface is not certain, it returns those of B.
func (c *comparison) withoutUndefined(p *calls, a, b []byte) []byte {
	x, y, width, height := p.number("x"), p.number("y"), p.number("width"), p.number("height")
	of, known := c.sizes[p.lane.read]
	inside := x >= 0 && y >= 0 && x+width <= of.width && y+height <= of.height
	switch {
	case c.reads[p.context] != 0, !known, inside, width <= 0, height <= 0, len(a) != len(b), int64(len(a))%(width*height) != 0:
		return b
	case of.window && !c.keepsSize(p.lane):
		return b
	}
	size := int64(len(a)) / (width * height)
	left, right := min(max(-x, 0), width), max(min(of.width-x, width), 0)
	out := bytes.Clone(a)
	for row := max(-y, 0); row < min(of.height-y, height) && left < right; row++ {
		from, to := (row*width+left)*size, (row*width+right)*size
		copy(out[from:to], b[from:to])
	}
	return out
}

// windowSize says whether the window that a thread reads from keeps its size until the next swap.
type windowSize struct {
	until int // index of the call of A before which it is known
	keeps bool
}

// mostUntilSwap is the maximum number of calls that are searched for the next swap.
const mostUntilSwap = 1 << 14

// keepsSize reports whether the window that a thread of A reads from has the same size at the next swap. If there is none, it is
// not known.
func (c *comparison) keepsSize(l *lane) bool {
	from := l.last.a + 1
	if from <= l.window.until {
		return l.window.keeps
	}
	l.window = windowSize{until: from}
	err := threadCalls(c.a.File, l.thread, from, mostUntilSwap, func(s *file.Span, i int) bool {
		l.window.until = s.First + i
		handle, _ := s.Arg(i, "surface")
		resized := s.Function(i).Name == surface && handle == l.read
		l.window.keeps = s.Function(i).IsSwap()
		return !resized && !l.window.keeps
	})
	l.window.keeps = l.window.keeps && err == nil
	return l.window.keeps
}

// number returns the argument of A with a name, or 0.
func (p *calls) number(name string) int64 {
	for i, in := range p.function.a.Params {
		if in.Name == name {
			return int64(int32(p.cellsA[i]))
		}
	}
	return 0
}
