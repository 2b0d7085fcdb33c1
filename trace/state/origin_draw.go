package state

import (
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// usage is the state that a call uses. A marker determines which parts of it the call needs.
type usage struct {
	call  *file.Call
	root  *node
	kind  string
	bound map[resource][]*origin // writes to the contents of objects that are bound; once resolved, of those that shaders read
	known bool                   // bound is resolved
}

// use notes that the current call uses the state of its context.
func (t *tracker) use(kind string) {
	c := t.call
	u := &usage{call: &file.Call{Index: c.Index, Thread: c.Thread, Context: c.Context, Function: c.Function}, root: t.keep(), kind: kind}
	if kind == "draw" || kind == "dispatch" {
		u.bound = t.boundWrites()
	}
	t.origin().uses = u
	t.usages++
}

// boundWrites returns the writes to textures and buffers that are bound.
func (t *tracker) boundWrites() map[resource][]*origin {
	if len(t.heads) == 0 {
		return nil
	}
	context := t.root.at(contextsKey, number(t.call.Context))
	array, _ := context.number(word("vertex array"))
	out, share := map[resource][]*origin{}, t.share()
	for _, part := range []*node{context.at(word("texture units")), context.at(word("image units")), context.at(word("indexed buffers")), context.at(word("buffers")),
		context.at(word("vertex arrays"), number(array))} {
		for _, r := range t.namedBy(part) {
			r.owner = share
			if heads := t.heads[t.contentsOf(r)]; heads != nil && out[r] == nil {
				out[r] = slices.Collect(maps.Values(heads))
			}
		}
	}
	return out
}

// draw notes what a draw uses and writes, unless its result is lost.
func (t *tracker) draw() {
	arrays := t.arrays[t.call.Thread]
	delete(t.arrays, t.call.Thread)
	delete(t.work, t.call.Context)
	alive := slices.DeleteFunc(t.drawn(), t.isDead)
	memory := t.writtenMemory()
	if len(alive) == 0 && len(memory) == 0 {
		return
	}
	t.needed = append(t.needed, arrays...)
	for _, a := range alive {
		t.write(a.of, a.level, false)
	}
	t.writeMemory(memory)
	t.use("draw")
	t.work[t.call.Context] = t.origin()
}

// drawn returns the attachments that a draw may write to. ES 3.2, 15.1.2 and 15.1.3: without the tests, depth and stencil are not
// written.
func (t *tracker) drawn() (out []attached) {
	context := t.root.at(contextsKey, number(t.call.Context))
	enabled := func(capability string) bool {
		on, _ := context.number(word("capabilities"), word(capability))
		return on != 0
	}
	if enabled("GL_RASTERIZER_DISCARD") {
		return nil
	}
	writes := map[aspect]bool{colorAspect: t.writesColor(), depthAspect: enabled("GL_DEPTH_TEST"), stencilAspect: enabled("GL_STENCIL_TEST")}
	for _, a := range t.attachments("GL_DRAW_FRAMEBUFFER") {
		if writes[a.aspect] {
			out = append(out, a)
		}
	}
	return out
}

// writesColor reports whether a component of a color may be written.
func (t *tracker) writesColor() bool {
	masks := t.root.at(t.contextPath(word("masks"))...)
	if own := masks.at(word("draw buffers")); masks == nil || own != nil && len(own.kids) > 0 {
		return true
	}
	return slices.ContainsFunc(masks.at(word("GL_COLOR_WRITEMASK")).value.many, func(on uint64) bool { return on != 0 })
}

// dispatch notes what a dispatch uses and writes.
func (t *tracker) dispatch() {
	delete(t.work, t.call.Context)
	if memory := t.writtenMemory(); len(memory) > 0 {
		t.writeMemory(memory)
		t.use("dispatch")
		t.work[t.call.Context] = t.origin()
	}
}

func (t *tracker) writeMemory(list []resource) {
	for _, r := range list {
		t.write(r, level{layer: anyLayer}, false)
	}
}

// writtenMemory returns the buffers and textures that shaders or transform feedback may write to.
func (t *tracker) writtenMemory() (out []resource) {
	context := t.root.at(contextsKey, number(t.call.Context))
	feedback, _ := context.number(word("transform feedback"))
	if f := context.at(word("transform feedbacks"), number(feedback)); f.whole("active") != 0 && f.whole("paused") == 0 {
		out = t.namedIn(out, f.at(word("buffers")))
	}
	for _, target := range []string{"GL_SHADER_STORAGE_BUFFER", "GL_ATOMIC_COUNTER_BUFFER"} {
		out = t.namedIn(out, context.at(word("indexed buffers"), word(target)))
	}
	if units := context.at(word("image units")); units != nil {
		for _, unit := range units.kids {
			if uint32(unit.whole("access")) != uint32(literal("GL_READ_ONLY", cellUint)) {
				out = t.namedIn(out, unit)
			}
		}
	}
	return out
}

// namedIn appends the textures and buffers that the values of a part of the state name.
func (t *tracker) namedIn(out []resource, n *node) []resource {
	for _, r := range t.namedBy(n) {
		r.owner = t.share()
		out = append(out, r)
	}
	return out
}

// mostNamed is the number of nodes in tracker.named. With more, they are found again.
const mostNamed = 1 << 12

// namedBy returns the textures and buffers that the values of a part of the state name, without their owners. Most parts do not change
// between two draws.
func (t *tracker) namedBy(n *node) (out []resource) {
	if n == nil {
		return nil
	}
	if known, ok := t.named[n]; ok {
		return known
	}
	if class := n.def.reading.Class(); class != "" && n.value.one != 0 {
		out = append(out, resource{class: class, name: n.value.one})
	}
	for _, kid := range n.kids {
		out = append(out, t.namedBy(kid)...)
	}
	if len(n.kids) > 0 && n.age < t.age { // later changes are made to a copy
		if len(t.named) >= mostNamed {
			clear(t.named)
		}
		t.named[n] = out
	}
	return out
}
