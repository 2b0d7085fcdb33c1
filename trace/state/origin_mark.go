package state

import (
	"context"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// marker marks the calls that others need.
type marker struct {
	ctx     context.Context
	payload func([]uint64) ([]byte, error)
	before  int      // only calls before this one are marked
	calls   file.Set // the marked calls
	origins map[*origin]bool
	nodes   map[*node]bool
	pieces  map[*piece]bool
	open    []*origin // marked, but not what they need
	copied  []*piece  // contents that were copied, not yet visited
	usages  int       // number of marked calls with a usage
}

func newMarker(ctx context.Context, s *State, before int) *marker {
	return &marker{ctx: ctx, before: before, payload: s.file.Payload, origins: map[*origin]bool{}, nodes: map[*node]bool{}, pieces: map[*piece]bool{}}
}

func (k *marker) mark(o *origin) {
	if o != nil && !k.origins[o] {
		k.origins[o] = true
		if o.call < k.before {
			k.calls.Add(uint32(o.call))
		}
		k.open = append(k.open, o)
	}
}

// finish marks what the marked calls need.
func (k *marker) finish() {
	for (len(k.open) > 0 || len(k.copied) > 0) && k.ctx.Err() == nil {
		if last := len(k.copied) - 1; last >= 0 {
			from := k.copied[last]
			k.copied = k.copied[:last]
			k.contents(from)
			continue
		}
		o := k.open[len(k.open)-1]
		k.open = k.open[:len(k.open)-1]
		for _, need := range o.needs {
			k.mark(need)
		}
		if o.uses != nil {
			k.usages++
			k.markUses(o.uses)
		}
	}
}

// part marks the origins of a part of the state.
func (k *marker) part(n *node) {
	if n == nil || k.nodes[n] {
		return
	}
	k.nodes[n] = true
	k.mark(n.origin)
	for _, o := range n.gone {
		k.mark(o)
	}
	k.contents(n.pieces)
	for _, kid := range n.kids {
		k.part(kid)
	}
}

// contents marks the calls that wrote contents which no later call replaced.
func (k *marker) contents(last *piece) {
	if last == nil || k.pieces[last] {
		return
	}
	k.pieces[last] = true
	list := last.all()
	c := newCover(list)
	for i, p := range list {
		if covered := c.has(p); covered && i > 0 {
			continue
		}
		k.mark(p.origin)
		if p.from != nil {
			k.copied = append(k.copied, p.from)
		}
	}
}

// notUsed are the parts of a context of which a draw uses at most the current object, or nothing.
var notUsed = map[string]bool{"vertex arrays": true, "framebuffers": true, "transform feedbacks": true, "program pipelines": true, "queries": true,
	"limits": true, "strings": true, "debug groups": true, "marker": true, "hints": true}

// markUses marks the state that a call uses.
func (k *marker) markUses(u *usage) {
	s := newScope(builder{ctx: k.ctx, payload: k.payload}, u.call, u.root)
	for key, kid := range s.context.kids {
		if !notUsed[key.name] {
			k.part(kid)
		}
	}
	for _, o := range s.context.gone {
		k.mark(o)
	}
	k.framebuffer(s, "GL_DRAW_FRAMEBUFFER")
	k.framebuffer(s, "GL_READ_FRAMEBUFFER")
	if u.kind == "draw" || u.kind == "dispatch" {
		k.shaded(s, u)
	}
}

// framebuffer marks a bound framebuffer and its attachments.
func (k *marker) framebuffer(s *scope, binding string) {
	name, _ := s.context.number(word("framebuffer bindings"), word(binding))
	f := s.find("framebuffer", name)
	k.part(f)
	all := f.at(word("attachments"))
	if all == nil {
		return
	}
	for _, a := range all.kids {
		class := "texture"
		if uint32(a.whole("type")) == uint32(literal("GL_RENDERBUFFER", cellUint)) {
			class = "renderbuffer"
		}
		k.part(s.find(class, uint64(a.whole("name"))))
	}
}

// shaded marks what a draw or dispatch uses: its programs, vertices, textures and buffers.
func (k *marker) shaded(s *scope, u *usage) {
	names, _ := s.inUse()
	for _, name := range names {
		k.part(s.find("program", name))
	}
	for _, class := range []string{"program pipeline", "transform feedback", "vertex array"} {
		current, _ := s.context.number(word(class))
		k.objects(s, s.find(class, current))
	}
	k.objects(s, s.context.at(word("indexed buffers")))
	k.objects(s, s.context.at(word("image units")))
	if isIndirect(u.call.Function.Name) {
		k.objects(s, s.context.at(word("buffers")))
	}
	sampled := k.sampled(s, names)
	for _, texture := range sampled {
		k.objects(s, s.find("texture", texture))
	}
	k.samplers(s)
	if !u.known {
		u.known = true
		maps.DeleteFunc(u.bound, func(r resource, _ []*origin) bool {
			return r.class == "texture" && !slices.Contains(sampled, r.name) && !isImage(s, r.name)
		})
	}
	for _, heads := range u.bound {
		for _, head := range heads {
			k.mark(head)
		}
	}
}

// isImage reports whether an image unit has a texture.
func isImage(s *scope, texture uint64) bool {
	units := s.context.at(word("image units"))
	if units == nil {
		return false
	}
	for _, unit := range units.kids {
		if uint64(unit.whole("texture")) == texture {
			return true
		}
	}
	return false
}

// objects marks a part of the state and the objects that its values name.
func (k *marker) objects(s *scope, n *node) {
	if n == nil {
		return
	}
	k.part(n)
	if class := n.def.reading.Class(); class != "" && n.value.one != 0 {
		k.part(s.find(class, n.value.one))
	}
	for _, kid := range n.kids {
		k.objects(s, kid)
	}
}

// samplers marks the sampler objects of the texture units.
func (k *marker) samplers(s *scope) {
	units := s.context.at(word("texture units"))
	if units == nil {
		return
	}
	for _, unit := range units.kids {
		k.part(s.find("sampler", uint64(unit.whole("sampler"))))
	}
}

// sampled returns the textures that the programs sample: all that are bound, if the uniforms of a program are not known.
func (k *marker) sampled(s *scope, programs []uint64) (out []uint64) {
	for _, name := range programs {
		if active := s.find("program", name).at(word("active uniforms")); active == nil || len(active.kids) == 0 {
			return k.textures(s)
		}
	}
	for _, use := range s.textures() {
		if use.Object != nil {
			out = append(out, use.Object.Number)
		}
	}
	return out
}

// textures returns the textures of all units.
func (k *marker) textures(s *scope) (out []uint64) {
	units := s.context.at(word("texture units"))
	if units == nil {
		return nil
	}
	for _, unit := range units.kids {
		for _, n := range unit.kids {
			if n.def.reading.Class() == "texture" && n.value.one != 0 {
				out = append(out, n.value.one)
			}
		}
	}
	return out
}
