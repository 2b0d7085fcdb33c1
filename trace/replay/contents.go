package replay

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// contents finds the frames that depend on what earlier frames drew to the window or to renderbuffers, which cannot be restored. A
// frame does not depend on it if it clears everything before it draws or reads. Other draws can leave pixels as they were.
type contents struct {
	file      *file.File
	contexts  map[uint32]*targets
	latest    *targets // of the context latestOf
	latestOf  uint32
	tail      int   // number of the frame of calls after the last swap
	window    []int // frames
	offscreen []int // frames that depend on other framebuffers
	selects   bool  // the program selected buffers of the default framebuffer
	kept      int   // contexts and framebuffers
}

// planes are bits of glClear.
type planes uint64

const (
	depthPlane   planes = 0x100
	stencilPlane planes = 0x400
	colorPlane   planes = 0x4000
)

// targets is the state of a context that determines what a draw or a clear changes.
type targets struct {
	drawn, read uint64 // framebuffers
	enabled     map[uint64]bool
	masked      planes
	cleared     map[uint64]cleared // by framebuffer
}

// cleared has the planes that a frame cleared completely.
type cleared struct {
	frame  int
	planes planes
}

// Values of glEnable that matter for what is drawn and cleared.
const (
	depthTest   = 0x0B71
	stencilTest = 0x0B90
	scissorTest = 0x0C11
	discards    = 0x8C89 // GL_RASTERIZER_DISCARD
)

func (t *targets) enable(value uint64, on bool) {
	switch value {
	case depthTest, stencilTest, scissorTest, discards:
		t.enabled[value] = on
	}
}

func newContents(f *file.File) *contents {
	return &contents{file: f, contexts: map[uint32]*targets{}, tail: len(f.Frames())}
}

func (c *contents) context(number uint32) *targets {
	if c.latest == nil || c.latestOf != number {
		t := c.contexts[number]
		if t == nil {
			t = &targets{enabled: map[uint64]bool{}, cleared: map[uint64]cleared{}}
			c.contexts[number] = t
			c.kept++
		}
		c.latest, c.latestOf = t, number
	}
	return c.latest
}

// follow is what contents does for a call of a span.
type follow func(c *contents, t *targets, s *file.Span, i, frame int)

// follows has the functions without the suffix of an extension.
var follows = map[string]struct {
	params string
	follow follow
}{
	"glBindFramebuffer": {"target framebuffer", func(_ *contents, t *targets, s *file.Span, i, _ int) {
		if s.Bits(i, 0) != readFramebuffer {
			t.drawn = s.Bits(i, 1)
		}
		if s.Bits(i, 0) != drawFramebuffer {
			t.read = s.Bits(i, 1)
		}
	}},
	"glDeleteFramebuffers": {"n framebuffers", (*contents).deleted},
	"glEnable":             {"cap", func(_ *contents, t *targets, s *file.Span, i, _ int) { t.enable(s.Bits(i, 0), true) }},
	"glDisable":            {"cap", func(_ *contents, t *targets, s *file.Span, i, _ int) { t.enable(s.Bits(i, 0), false) }},
	"glIsEnabled": {"cap", func(_ *contents, t *targets, s *file.Span, i, _ int) { // of the state from before the recording
		t.enable(s.Bits(i, 0), s.Bits(i, 1) != 0)
	}},
	"glColorMask": {"red green blue alpha", func(_ *contents, t *targets, s *file.Span, i, _ int) {
		t.mask(colorPlane, s.Bits(i, 0) != 0 && s.Bits(i, 1) != 0 && s.Bits(i, 2) != 0 && s.Bits(i, 3) != 0)
	}},
	"glColorMaski":              {"", func(_ *contents, t *targets, _ *file.Span, _, _ int) { t.mask(colorPlane, false) }},
	"glDepthMask":               {"flag", func(_ *contents, t *targets, s *file.Span, i, _ int) { t.mask(depthPlane, s.Bits(i, 0) != 0) }},
	"glStencilMask":             {"mask", func(_ *contents, t *targets, s *file.Span, i, _ int) { t.mask(stencilPlane, s.Bits(i, 0)&0xff == 0xff) }},
	"glStencilMaskSeparate":     {"", func(_ *contents, t *targets, _ *file.Span, _, _ int) { t.mask(stencilPlane, false) }},
	"glClear":                   {"mask", func(c *contents, t *targets, s *file.Span, i, frame int) { c.clear(t, planes(s.Bits(i, 0)), frame) }},
	"glClearBufferfv":           {"buffer drawbuffer", clearBuffer},
	"glClearBufferiv":           {"buffer drawbuffer", clearBuffer},
	"glClearBufferfi":           {"buffer drawbuffer", clearBuffer},
	"glFramebufferRenderbuffer": {"", attached},
	"glFramebufferTexture2D":    {"", attached},
	"glFramebufferTextureLayer": {"", attached},
	"glFramebufferTexture":      {"", attached},
	"glReadPixels":              {"", reads},
	"glReadnPixels":             {"", reads},
	"glCopyTexImage2D":          {"", reads},
	"glCopyTexSubImage2D":       {"", reads},
	"glCopyTexSubImage3D":       {"", reads},
	"glBlitFramebuffer": {"srcX0 srcY0 srcX1 srcY1 dstX0 dstY0 dstX1 dstY1 mask", func(c *contents, t *targets, s *file.Span, i, frame int) {
		const mask = 8
		c.use(t, t.read, planes(s.Bits(i, mask)), frame)
		c.use(t, t.drawn, planes(s.Bits(i, mask)), frame)
	}},
	"glDrawBuffers": {"", selects},
	"glReadBuffer":  {"", selects},
	"eglMakeCurrent": {"", func(c *contents, _ *targets, _ *file.Span, _, _ int) { // contexts can have other surfaces
		for _, t := range c.contexts {
			c.forget(t, 0)
		}
	}},
}

const drawFramebuffer = 0x8CA9

// followOf returns what contents does for calls of a function, or nil.
func followOf(f *file.Function) follow {
	switch one, ok := follows[strings.TrimRight(f.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]; {
	case ok && f.Begins(one.params):
		return one.follow
	case f.IsDraw():
		return drawsTo
	case f.IsSwap():
		return func(c *contents, t *targets, _ *file.Span, _, frame int) { c.use(t, 0, colorPlane, frame) }
	}
	return nil
}

// add adds call i of a span.
func (c *contents) add(do follow, s *file.Span, i int) {
	flags := s.Flags(i)
	if flags&tracepb.CallFlag_FLAG_SNAPSHOT != 0 || flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0 && flags&tracepb.CallFlag_FLAG_ATTACH == 0 {
		return
	}
	frame := s.Frame(i)
	if frame < 0 {
		frame = c.tail
	}
	do(c, c.context(s.Context), s, i, frame)
}

func (t *targets) mask(p planes, written bool) {
	t.masked |= p
	if written {
		t.masked &^= p
	}
}

// forget removes what is known of the contents of a framebuffer.
func (c *contents) forget(t *targets, framebuffer uint64) {
	if _, known := t.cleared[framebuffer]; known {
		delete(t.cleared, framebuffer)
		c.kept--
	}
}

func (c *contents) clear(t *targets, p planes, frame int) {
	if t.enabled[scissorTest] || t.enabled[discards] {
		return
	}
	old, known := t.cleared[t.drawn]
	if !known {
		c.kept++
	}
	if old.frame != frame {
		old = cleared{frame: frame}
	}
	old.planes |= p &^ t.masked
	t.cleared[t.drawn] = old
}

// clearBuffer clears one buffer of a framebuffer, which can have several for colors.
func clearBuffer(c *contents, t *targets, s *file.Span, i, frame int) {
	const color, depth, stencil, both = 0x1800, 0x1801, 0x1802, 0x84F9
	switch buffer := s.Bits(i, 0); {
	case buffer == color && t.drawn == 0 && s.Bits(i, 1) == 0:
		c.clear(t, colorPlane, frame)
	case buffer == depth:
		c.clear(t, depthPlane, frame)
	case buffer == stencil:
		c.clear(t, stencilPlane, frame)
	case buffer == both:
		c.clear(t, depthPlane|stencilPlane, frame)
	}
}

// attached is called when a framebuffer gets other contents.
func attached(c *contents, t *targets, s *file.Span, i, _ int) {
	if s.Bits(i, 0) == readFramebuffer {
		c.forget(t, t.read)
	} else {
		c.forget(t, t.drawn)
	}
}

func (c *contents) deleted(t *targets, s *file.Span, i, _ int) {
	names, err := c.file.Words(s.Call(i).Args[1])
	if err != nil {
		return
	}
	for _, name := range names {
		of := uint64(name)
		c.forget(t, of)
		if t.drawn == of {
			t.drawn = 0
		}
		if t.read == of {
			t.read = 0
		}
	}
}

func reads(c *contents, t *targets, _ *file.Span, _, frame int) {
	c.use(t, t.read, colorPlane, frame)
}

func selects(c *contents, t *targets, s *file.Span, i, _ int) {
	of := t.drawn
	if strings.HasPrefix(s.Function(i).Name, "glRead") {
		of = t.read
	}
	c.selects = c.selects || of == 0
}

func drawsTo(c *contents, t *targets, _ *file.Span, _, frame int) {
	if t.enabled[discards] {
		return
	}
	needed := colorPlane
	if t.enabled[depthTest] {
		needed |= depthPlane
	}
	if t.enabled[stencilTest] {
		needed |= stencilPlane
	}
	c.use(t, t.drawn, needed, frame)
}

// use adds the frame if it uses contents of a framebuffer that it did not clear. The first frame has no earlier contents.
func (c *contents) use(t *targets, framebuffer uint64, p planes, frame int) {
	if of := t.cleared[framebuffer]; frame == 0 || of.frame == frame && p&^of.planes == 0 {
		return
	}
	list := &c.window
	if framebuffer != 0 {
		list = &c.offscreen
	}
	if n := len(*list); n == 0 || (*list)[n-1] != frame {
		*list = append(*list, frame)
	}
}

// within returns the first frame of a list from one frame to another one; false if there is none.
func within(list []int, from, to int) (int, bool) {
	i := slices.IndexFunc(list, func(frame int) bool { return from <= frame && frame <= to })
	if i < 0 {
		return 0, false
	}
	return list[i], true
}
