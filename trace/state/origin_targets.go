package state

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// writes has the calls that wrote the contents of framebuffers and other contents that are not in the state.
type writes struct {
	heads     map[resource]levels
	shared    map[resource]bool // textures and renderbuffers that EGL images connect
	windows   map[uint64]bool   // surfaces whose contents are undefined after a swap
	preserved bool              // the program may read what it drew before a swap
	swapped   map[uint64]int    // the last swap of a window before the part of the recording that is kept
	from      int               // first call of that part
	live      int               // up to this call, draws to a window may be read before its swap
	lastRead  int               // the last call that read a window before a swap; -1 for none
}

// levels has the last calls that wrote each layer of each level, since the contents were replaced. Each needs the previous one.
type levels map[level]*origin

// level is a layer of a level of a texture: its color, depth or stencil. For other contents, number and layer are 0.
type level struct {
	number, layer int64
	aspect        aspect
}

type aspect uint8

const (
	colorAspect aspect = iota
	depthAspect
	stencilAspect
)

// aspectOf returns what an attachment has.
func aspectOf(point string) aspect {
	switch point {
	case "GL_DEPTH", "GL_DEPTH_ATTACHMENT":
		return depthAspect
	case "GL_STENCIL", "GL_STENCIL_ATTACHMENT":
		return stencilAspect
	}
	return colorAspect
}

// anyLayer stands for all layers of a level.
const anyLayer = -1

// attached is an image of a framebuffer.
type attached struct {
	point string
	of    resource
	level
	width, height int64 // 0 if they are unknown
}

// points are the buffers of a surface.
var points = []string{"GL_BACK", "GL_DEPTH", "GL_STENCIL"}

// surfaceOf has the surface that a binding stands for if no framebuffer object is bound.
var surfaceOf = map[string]string{"GL_DRAW_FRAMEBUFFER": "draw surface", "GL_READ_FRAMEBUFFER": "read surface"}

// attachments returns the images of a framebuffer that is bound.
func (t *tracker) attachments(binding string) (out []attached) {
	name, _ := t.root.number(t.contextPath(word("framebuffer bindings"), word(binding))...)
	if name == 0 {
		surface, _ := t.root.number(threadsKey, number(t.call.Thread), word(surfaceOf[binding]))
		for _, point := range points {
			out = append(out, attached{point: point, of: resource{class: "surface", name: surface}, level: level{aspect: aspectOf(point)}})
		}
		return out
	}
	all := t.root.at(t.contextPath(word("framebuffers"), number(name), word("attachments"))...)
	if all == nil {
		return nil
	}
	for k, n := range all.kids {
		out = append(out, t.attachment(k.name, n))
	}
	return out
}

func (t *tracker) attachment(point string, n *node) attached {
	a := attached{point: point, of: resource{t.share(), "texture", uint64(n.whole("name"))}, level: level{aspect: aspectOf(point)}}
	if uint32(n.whole("type")) == uint32(literal("GL_RENDERBUFFER", cellUint)) {
		a.of.class = "renderbuffer"
		of := t.at(a.of)
		a.width, a.height = of.whole("width"), of.whole("height")
		return a
	}
	a.number, a.layer = n.whole("level"), n.whole("layer")+faceOf(uint32(n.whole("target")))
	if n.whole("layered") != 0 || n.whole("views") != 0 {
		a.layer = anyLayer
	}
	a.width, a.height = sizeOf(t.at(a.of).at(word("levels"), number(a.number)))
	return a
}

// write notes that the current call writes a part of contents, or all of them.
func (t *tracker) write(of resource, at level, whole bool) {
	if t.shared[of] {
		of, at, whole = sharedContents, level{layer: anyLayer}, false
	}
	if t.heads[of] == nil {
		t.heads[of] = levels{}
	}
	if whole {
		delete(t.heads[of], at)
	}
	for other, head := range t.heads[of] {
		if other.number == at.number && other.aspect == at.aspect && (other.layer == at.layer || other.layer == anyLayer || at.layer == anyLayer) {
			t.need(head)
		}
	}
	t.heads[of][at] = t.origin()
}

// readContents notes that the current call reads contents that calls wrote.
func (t *tracker) readContents(of resource) {
	for _, head := range t.heads[t.contentsOf(of)] {
		t.need(head)
	}
}

// respecified notes that contents are replaced.
func (t *tracker) respecified(of resource, number, layer int64) {
	if t == nil {
		return
	}
	for at := range t.heads[of] {
		if at.number == number && (layer == anyLayer || at.layer == layer) {
			delete(t.heads[of], at)
		}
	}
}

// isDead reports whether the contents of an image are lost before they are read.
func (t *tracker) isDead(a attached) bool {
	return t.call.Index > t.live && t.isSwapped(a) && t.isWindow(a.of.name)
}

// isSwapped reports whether an image is that of a surface with a later swap before the part that is kept.
func (t *tracker) isSwapped(a attached) bool {
	return a.of.class == "surface" && t.call.Index < t.swapped[a.of.name]
}

func (t *tracker) isWindow(surface uint64) bool { return t.windows[surface] && !t.preserved }

// swap notes that the contents of a window become undefined. The image of a frame that is kept has what was drawn before, also by
// calls before the part that is kept: frames of several contexts overlap.
func (t *tracker) swap() {
	surface, ok := t.arg("surface")
	if !ok {
		return
	}
	of := resource{class: "surface", name: surface.Bits}
	if t.call.Index >= t.from {
		t.origin()
		t.readContents(of)
	}
	if t.isWindow(surface.Bits) {
		delete(t.heads, of)
	}
}

// window keeps the creation of a window surface.
func (t *tracker) window() {
	t.windows[t.call.Result.Bits] = true
	t.keepCall()
}

// surface keeps the size of a surface, and notes whether it is a window.
func (t *tracker) surface() {
	const windowBit = 4
	for i, p := range t.call.Function.Params {
		if p.Name == "kind" && i > 0 {
			t.windows[t.call.Args[i-1].Bits] = t.call.Args[i].Bits&windowBit != 0
		}
	}
	t.keepCall()
}

// boundTarget returns the binding of a framebuffer that the argument target selects.
func (t *tracker) boundTarget() string {
	if uint32(t.argOf("target")) == uint32(literal("GL_READ_FRAMEBUFFER", cellUint)) {
		return "GL_READ_FRAMEBUFFER"
	}
	return "GL_DRAW_FRAMEBUFFER"
}

// invalidate notes that contents become undefined.
func (t *tracker) invalidate() {
	v := t.values("attachments")
	names := loaded(v, t.payload).numbers()
	for _, a := range t.attachments(t.boundTarget()) {
		if slices.ContainsFunc(names, func(n uint64) bool { return slices.Contains(pointsOf(n), a.point) }) {
			delete(t.heads[a.of], a.level)
		}
	}
}

// pointsOf returns the images that an attachment selects: of a framebuffer object or of a surface.
func pointsOf(n uint64) []string {
	name := calltext.Enum("FramebufferAttachment", n)
	if i := slices.Index([]string{"GL_COLOR", "GL_DEPTH", "GL_STENCIL"}, name); i >= 0 {
		return points[i : i+1]
	}
	if both := targets()[name].places; both != nil {
		return both
	}
	return []string{name}
}
