package csource

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// special is how the calls of a function are written that are not only a call.
type special struct {
	replaced string                           // why the call is left out
	write    func(*invocation) bool           // writes another statement and returns true, or returns false
	before   func(*invocation)                // writes statements before the call
	around   func(*invocation, string) string // changes the expression of the call
}

// specials has functions by name, without the suffix of an extension.
var specials = map[string]special{
	"eglGetDisplay":                  {write: (*invocation).openDisplay},
	"eglGetPlatformDisplay":          {write: (*invocation).openDisplay},
	"eglChooseConfig":                {replaced: "choose_config chooses configurations"},
	"eglGetConfigs":                  {replaced: "choose_config chooses configurations"},
	"eglGetConfigAttrib":             {replaced: "choose_config chooses configurations"},
	"eglGetProcAddress":              {replaced: "load_functions gets the functions that are called"},
	"eglCreateWindowSurface":         {write: (*invocation).createSurface},
	"eglCreatePlatformWindowSurface": {write: (*invocation).createSurface},
	"eglCreatePixmapSurface":         {write: (*invocation).createSurface},
	"eglCreatePlatformPixmapSurface": {write: (*invocation).createSurface},
	"eglCreateImage":                 {write: (*invocation).createImage},
	"eglSwapBuffers":                 {before: (*invocation).saveFrame},
	"eglSwapBuffersWithDamage":       {before: (*invocation).saveFrame},
	"eglSwapBuffersRegion":           {before: (*invocation).saveFrame},
	"glMapBuffer":                    {around: (*invocation).keepMapping},
	"glMapBufferRange":               {around: (*invocation).keepMapping},
}

func specialOf(name string) special {
	return specials[strings.TrimRight(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
}

func (c *invocation) openDisplay() bool {
	if c.op.Result != 0 {
		c.line("%s = %s();", c.define(c.op.Result, "display"), c.need("display", "open_display"))
	}
	return true
}

// createSurface writes the creation of a surface with the recorded size and colorspace.
func (c *invocation) createSurface() bool {
	if c.op.Result == 0 {
		return true
	}
	config, err := c.argument(1)
	if err != nil {
		config = "NULL"
	}
	last := len(c.Params) - 1
	data, _ := c.op.Data(last)
	c.line("%s = %s(%s, %d, %d, %s);", c.define(c.op.Result, "surface"), c.need("surfaces", "create_surface"), config, c.size[0], c.size[1], c.colorspace(last, data))
	return true
}

// colorspace returns the colorspace in a list of attributes, or 0.
func (c *invocation) colorspace(arg int, data []byte) string {
	const name, end, srgb = 0x309D, 0x3038, 0x3089
	size := 4
	if c.op.Kinds[arg] == replay.KindWide {
		size = 8
	}
	list := calltext.Cells(data, size, tracepb.Cell_CELL_INT)
	for i := 0; i+1 < len(list) && list[i] != end; i += 2 {
		if list[i] == name && list[i+1] == srgb {
			return "EGL_GL_COLORSPACE_SRGB"
		}
	}
	return "0"
}

// createImage writes the creation of an image whose source is not an object of OpenGL ES.
func (c *invocation) createImage() bool {
	const first, last = 0x30B1, 0x30B9 // EGL_GL_TEXTURE_2D to EGL_GL_RENDERBUFFER
	if target := numberOf(c.op, 2); target >= first && target <= last || c.op.Result == 0 {
		return false
	}
	c.line("%s = %s(%s);", c.define(c.op.Result, "image"), c.need("images", "create_image"), c.source)
	c.need("configs", "")
	c.source = noSource
	return true
}

// noSource is that of an image whose contents are unknown.
const noSource = "1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4, NULL"

func (c *invocation) saveFrame() { c.line("%s(%d);", c.need("frames", "save_frame"), c.op.Frame) }

// keepMapping keeps the address of a mapped buffer, with the name of the query of the buffer's binding.
func (c *invocation) keepMapping(call string) string {
	binding := c.args[0] + "_BINDING"
	if _, ok := registry.Builtin().Enum(binding); !ok {
		return call
	}
	name, _ := c.symbols(binding)
	offset := "0"
	if strings.HasPrefix(c.Name, "glMapBufferRange") {
		offset = c.args[1]
	}
	return c.need("mapped", "keep_mapping") + "(" + name + ", " + offset + ", " + call + ")"
}

// --- debug groups

// beginGroup writes a comment with the name of the debug group that the call opens.
func (c *invocation) beginGroup() {
	if !c.opens() {
		return
	}
	text := ""
	for i := range c.Params {
		if data, ok := c.op.Data(i); ok {
			text = strings.TrimRight(string(data), "\x00")
		}
	}
	if list := c.groups[c.op.Thread]; len(list) < mostDepth {
		c.groups[c.op.Thread] = append(list, commentText(text))
	}
	c.line("// --- %s", commentText(text))
}

// endGroup writes a comment with the name of the debug group that the call closed.
func (c *invocation) endGroup() {
	list := c.groups[c.op.Thread]
	if n := len(list); n > 0 && c.closes() {
		c.line("// --- end of %s", list[n-1])
		c.groups[c.op.Thread] = list[:n-1]
	}
}

func (c *invocation) opens() bool {
	return strings.HasPrefix(c.Name, "glPushDebugGroup") || strings.HasPrefix(c.Name, "glPushGroupMarker")
}

func (c *invocation) closes() bool {
	return strings.HasPrefix(c.Name, "glPopDebugGroup") || strings.HasPrefix(c.Name, "glPopGroupMarker")
}

// --- operations of the player

func (w *writer) setSize(o *replay.Operation) {
	w.size = [2]uint64{size(o.Values[0]), size(o.Values[1])}
}

// size returns a size of a surface that drivers can have.
func size(n uint64) uint64 { return min(max(n, 1), 1<<15) }

func (w *writer) resize(o *replay.Operation) {
	name := w.register(replay.Register(o.Values[0]))
	if o.Kinds[0] != replay.KindRegister || w.variables[name] != "EGLSurface" {
		return
	}
	w.need("surfaces", "")
	w.line("%s(&%s, %d, %d);", w.need("resize", "resize_surface"), name, size(o.Values[1]), size(o.Values[2]))
}

// chooseConfig writes the choice of a configuration, if the same one was not chosen before.
func (w *writer) chooseConfig(o *replay.Operation) {
	r := replay.Register(o.Values[0])
	data, _ := o.Data(1)
	if r == 0 {
		return
	}
	name := w.define(o, r, "config")
	list := calltext.Cells(data, 4, tracepb.Cell_CELL_INT)
	if w.configs[r] == name+string(data) || len(list) == 0 {
		return
	}
	w.configs[r] = name + string(data)
	var items []string
	for i := 0; i+1 < len(list); i += 2 {
		attribute, _ := w.symbols(calltext.Enum("EGLConfigAttrib", list[i]))
		if attribute == "" {
			return
		}
		items = append(items, attribute, w.attributeValue(list[i], list[i+1]))
	}
	c := &invocation{writer: w}
	w.line("%s = %s(%s);", name, w.need("configs", "choose_config"), c.compound(registry.CType{Base: "EGLint", Const: true}, append(items, "EGL_NONE")))
}

// attributeValue returns the value of an attribute of a configuration.
func (w *writer) attributeValue(name, bits uint64) string {
	const renderableType = 0x3040
	if name == renderableType {
		if text, ok := w.symbols(calltext.Bits("EGLRenderableTypeMask", bits)); ok {
			return text
		}
	}
	return value(bits, 4, tracepb.Cell_CELL_INT, false)
}

func (w *writer) setValue(o *replay.Operation) {
	if r := replay.Register(o.Values[0]); r != 0 {
		w.registers[r] = value(o.Values[1], 8, tracepb.Cell_CELL_ULONG, false)
	}
}

// setArray writes the definition of a client array for the draw that follows.
func (w *writer) setArray(o *replay.Operation) {
	v := o.Values
	data, hasData := o.Data(len(v) - 1)
	index, size, stride, first, start := v[0], int32(v[1]), int32(v[5]), int32(v[6]), v[8]
	kind, ok := w.symbols(calltext.Enum("VertexAttribPointerType", v[2]))
	if !ok || !hasData || start > uint64(len(data)) || index > 64 {
		return
	}
	from := w.memory(data, guess(data), true)
	if start > 0 {
		from = fmt.Sprintf("(const char *)%s + %d", from, start)
	}
	w.inDraw, w.given = true, append(w.given, index)
	if v[4] != 0 {
		w.line("%s(%d, %d, %s, %d, %d, %s);", w.need("integer_arrays", "set_integer_array"), index, size, kind, stride, first, from)
		return
	}
	normalized := "GL_FALSE"
	if v[3] != 0 {
		normalized = "GL_TRUE"
	}
	w.line("%s(%d, %d, %s, %s, %d, %d, %s);", w.need("arrays", "set_array"), index, size, kind, normalized, stride, first, from)
}

// writeMapped writes a copy of what the program wrote to a mapped buffer.
func (w *writer) writeMapped(o *replay.Operation) {
	data, ok := o.Data(2)
	buffer := value(o.Values[0], 4, tracepb.Cell_CELL_UINT, false)
	if o.Kinds[0] == replay.KindRegister {
		buffer = w.register(replay.Register(o.Values[0]))
	}
	if ok && len(data) > 0 {
		w.need("mapped", "")
		w.line("%s(%s, %d, %s, %d);", w.need("mapped_data", "write_buffer"), buffer, o.Values[1], w.memory(data, guess(data), true), len(data))
	}
}

// imageFormats has the formats of AHardwareBuffer and of dma-bufs, with those of their pixels; others are read as RGBA.
var imageFormats = map[uint64]struct {
	format, kind string
	bytes        uint64
}{
	3: {"GL_RGB", "GL_UNSIGNED_BYTE", 3}, 4: {"GL_RGB", "GL_UNSIGNED_SHORT_5_6_5", 2},
	0x34325241: {"GL_BGRA_EXT", "GL_UNSIGNED_BYTE", 4}, 0x34325258: {"GL_BGRA_EXT", "GL_UNSIGNED_BYTE", 4},
	0x34324742: {"GL_RGB", "GL_UNSIGNED_BYTE", 3}, 0x36314752: {"GL_RGB", "GL_UNSIGNED_SHORT_5_6_5", 2},
}

// setSource keeps the contents of the source of the next image. Rows can have gaps between them.
func (w *writer) setSource(o *replay.Operation) {
	width, height := size(o.Values[0]), size(o.Values[1])
	f, known := imageFormats[o.Values[2]]
	if !known {
		f.format, f.kind, f.bytes = "GL_RGBA", "GL_UNSIGNED_BYTE", 4
	}
	name, _ := w.symbols(f.format)
	data, ok := o.Data(3)
	if !ok {
		return
	}
	pitch, from := uint64(len(data))/height, "NULL"
	if pitch >= width*f.bytes {
		from = w.memory(data, "GLubyte", true)
	}
	w.source = fmt.Sprintf("%d, %d, %s, %s, %d, %s", width, height, name, f.kind, pitch, from)
}
