package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
)

// Values of EGL.
const (
	desktopAPI    = 0x30A2
	windowSurface = 0x0004 // EGL_WINDOW_BIT
	pixmapSurface = 0x0002 // EGL_PIXMAP_BIT
	eglConfigID   = 0x3028
	eglSamples    = 0x3031
	eglRenderable = 0x3040
	eglSurfaces   = 0x3033
)

const drawFramebuffer, anyFramebuffer = 0x8CA9, 0x8D40

// importContext is the state of a context that later calls depend on.
type importContext struct {
	contextState
	number       uint32
	major, minor uint64
	announced    bool // the recording has gltrace.Context
	framebuffer  uint64
	mapped       *mappings              // of the share group
	arrays       map[uint64]vertexArray // by name
}

// numberOf returns the number of a context, 0 for none.
func (s *importContext) numberOf() uint32 {
	if s == nil {
		return 0
	}
	return s.number
}

// isBound reports whether a buffer is bound to a target.
func (s *importContext) isBound(target uint64) bool { return s != nil && s.buffer(target) != 0 }

// importSurface is a window or a pixmap.
type importSurface struct {
	display, handle, kind uint64
	width, height         uint64 // 0 if the size is unknown
	config                uint64
	ends                  int // of the display, before the surface was created
}

// importConfig has what is known about a configuration: attributes that the program demanded, and those that it queried.
type importConfig struct{ demanded, queried map[uint64]uint64 }

// attribute returns the value of an attribute; 0 if it is unknown.
func (f *importConfig) attribute(name uint64) uint64 {
	if f == nil {
		return 0
	}
	v, queried := f.queried[name]
	if !queried {
		v = f.demanded[name]
	}
	if int32(v) < 0 { // EGL_DONT_CARE
		return 0
	}
	return v
}

// config returns what is known about a configuration.
func (x *importer) config(handle uint64) *importConfig {
	f := x.configs[handle]
	if f == nil {
		f = &importConfig{queried: map[uint64]uint64{}}
		x.configs[handle] = f
		x.remember(1)
	}
	return f
}

// attributes returns the pairs of a list of attributes.
func attributes(c *events.Call, v events.Value) map[uint64]uint64 {
	out := map[uint64]uint64{}
	for list := c.Items(v); len(list) >= 2 && list[0].Bits != configNone; list = list[2:] {
		out[list[0].Bits] = list[1].Bits
	}
	return out
}

func (x *importer) bindAPI(t *importThread, c *events.Call) {
	if c.Result.Bits != 0 {
		t.desktop = c.Args[0].Bits == desktopAPI
	}
}

// chooseConfig keeps what the program demands of configurations.
func (x *importer) chooseConfig(_ *importThread, c *events.Call) {
	demanded := attributes(c, c.Args[1])
	for _, one := range c.Items(c.Args[2]) {
		if f := x.config(one.Bits); f.demanded == nil {
			f.demanded = demanded
		}
	}
	x.remember(len(demanded))
}

// queryConfig keeps what the program queried about a configuration.
func (x *importer) queryConfig(_ *importThread, c *events.Call) {
	if value := c.Items(c.Args[3]); len(value) == 1 {
		queried := x.config(c.Args[1].Bits).queried
		before := len(queried)
		queried[c.Args[2].Bits] = value[0].Bits
		x.remember(len(queried) - before)
	}
}

func (x *importer) createContext(t *importThread, c *events.Call) {
	handle := c.Result.Bits
	if handle == 0 {
		return
	}
	if t.desktop {
		x.fail(errDesktop)
		return
	}
	x.created++
	s := &importContext{number: x.created, mapped: &mappings{}, arrays: map[uint64]vertexArray{}, major: 1}
	s.contextState = *newContextState()
	s.handle, s.share = handle, s.number
	if other := x.contexts[c.Args[2].Bits]; other != nil && c.Args[2].Bits != 0 {
		s.share, s.mapped = other.share, other.mapped
	}
	list := attributes(c, c.Args[3])
	if major, ok := list[majorVersion]; ok {
		s.major = major
	}
	s.minor = list[minorVersion]
	x.contexts[handle] = s
	x.remember(1)
}

func (x *importer) makeCurrent(t *importThread, c *events.Call) {
	if c.Result.Bits == 0 {
		return
	}
	t.context, t.surface = x.contexts[c.Args[3].Bits], x.surface(c.Args[1].Bits)
	if s := t.context; s != nil && !s.announced {
		s.announced = true
		x.synthetic(t, "gltrace.Context", numbers(uint64(s.number), s.handle, s.major, s.minor, uint64(s.share), 0)...)
	}
}

func (x *importer) releaseThread(t *importThread, _ *events.Call) { t.context, t.surface = nil, nil }

// createsSurface returns the rule of a function that creates a surface of a kind.
func createsSurface(kind uint64) func(*importer, *importThread, *events.Call) {
	return func(x *importer, _ *importThread, c *events.Call) {
		if handle := c.Result.Bits; handle != 0 {
			before := len(x.surfaces)
			x.surfaces[handle] = &importSurface{display: c.Args[0].Bits, handle: handle, kind: kind, config: c.Args[1].Bits, ends: x.ends[c.Args[0].Bits]}
			x.remember(len(x.surfaces) - before)
		}
	}
}

// createdOther is called after a surface was created that is not described. Its handle can be that of an earlier one.
func (x *importer) createdOther(_ *importThread, c *events.Call) { x.forget(c.Result.Bits) }

// destroyedSurface is called after eglDestroySurface. A surface that is current exists until another one is.
func (x *importer) destroyedSurface(_ *importThread, c *events.Call) {
	if c.Result.Bits != 0 {
		x.forget(c.Args[1].Bits)
	}
}

// forget forgets a surface.
func (x *importer) forget(handle uint64) {
	before := len(x.surfaces)
	delete(x.surfaces, handle)
	x.remember(len(x.surfaces) - before)
}

// terminated is called after eglTerminate, which destroys all surfaces of a display.
func (x *importer) terminated(_ *importThread, c *events.Call) {
	if c.Result.Bits != 0 {
		before := len(x.ends)
		x.ends[c.Args[0].Bits]++
		x.remember(len(x.ends) - before)
	}
}

// surface returns the surface with a handle; nil if it is not known.
func (x *importer) surface(handle uint64) *importSurface {
	s := x.surfaces[handle]
	if s == nil || s.ends != x.ends[s.display] {
		return nil
	}
	return s
}

// mostSide is the maximum width and height of a surface.
const mostSide = 16384

// viewport handles glViewport. apitrace does not record the size of a surface, but adds the viewport when a context becomes
// current for the first time, which has this size. eglretrace also enlarges a window to a larger viewport.
func (x *importer) viewport(t *importThread, c *events.Call) bool {
	s := t.surface
	left, bottom := int64(c.Args[0].Bits), int64(c.Args[1].Bits)
	right, top := left+int64(c.Args[2].Bits), bottom+int64(c.Args[3].Bits)
	if s != nil && t.context != nil && t.context.framebuffer == 0 && right > 0 && right <= mostSide && top > 0 && top <= mostSide {
		width, height := max(s.width, uint64(right)), max(s.height, uint64(top))
		if width != s.width || height != s.height {
			s.width, s.height = width, height
			x.describe(t, s)
		}
	}
	return !t.isInitial(c)
}

// scissor handles glScissor, which apitrace adds after the viewport.
func (x *importer) scissor(t *importThread, c *events.Call) bool { return !t.isInitial(c) }

// isInitial reports whether apitrace added a call because a context became current.
func (t *importThread) isInitial(c *events.Call) bool { return c.Fake && t.fresh }

// describe writes the size of a surface and what is known about its configuration.
func (x *importer) describe(t *importThread, s *importSurface) {
	config := x.configs[s.config]
	args := []uint64{s.display, s.handle, s.kind, s.width, s.height, config.attribute(eglConfigID)}
	for _, name := range []uint64{0x3024, 0x3023, 0x3022, 0x3021, 0x3025, 0x3026, eglSamples} { // EGL_RED_SIZE and so on
		args = append(args, config.attribute(name))
	}
	args = append(args, 0, config.attribute(eglSurfaces), config.attribute(eglRenderable))
	x.synthetic(t, "gltrace.Surface", numbers(args...)...)
}

func (x *importer) boundFramebuffer(t *importThread, c *events.Call) {
	if target := c.Args[0].Bits; t.context != nil && (target == drawFramebuffer || target == anyFramebuffer) {
		t.context.framebuffer = c.Args[1].Bits
	}
}
