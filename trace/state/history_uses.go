package state

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// uses reports whether a call is a draw, dispatch, clear or blit that uses the object. It evaluates only what
// the class of the object needs.
func (h *historian) uses(c *file.Call) bool {
	kind := KindOfDrawing(c.Function.Name)
	if kind == "" {
		return false
	}
	in := newScope(builder{ctx: h.ctx, payload: h.payload}, c, h.root)
	shaded := kind == "draw" || kind == "dispatch"
	switch h.class {
	case "framebuffer", "renderbuffer":
		return kind != "dispatch" && h.targets(in, kind)
	case "texture":
		return kind != "dispatch" && h.targets(in, kind) || shaded && h.bound(in) && h.sampled(in)
	case "buffer":
		return shaded && h.reads(in, kind)
	case "vertex array":
		bound, _ := in.context.number(word("vertex array"))
		return kind == "draw" && bound == h.name
	case "program", "shader":
		return shaded && h.runs(in)
	case "program pipeline":
		program, _ := in.context.number(word("program"))
		bound, _ := in.context.number(word("program pipeline"))
		return shaded && program == 0 && bound == h.name
	case "transform feedback":
		bound, _ := in.context.number(word("transform feedback"))
		active, _ := in.context.number(word("transform feedbacks"), number(bound), word("active"))
		return kind == "draw" && bound == h.name && active != 0
	case "sampler":
		return shaded && h.bound(in) && h.sampled(in)
	}
	return false
}

// targets reports whether the object is a bound framebuffer or an attachment of it.
func (h *historian) targets(in *scope, kind string) bool {
	bindings := []string{"GL_DRAW_FRAMEBUFFER"}
	if kind == "blit" {
		bindings = append(bindings, "GL_READ_FRAMEBUFFER")
	}
	for _, binding := range bindings {
		name, _ := in.context.number(word("framebuffer bindings"), word(binding))
		if h.class == "framebuffer" {
			if name == h.name {
				return true
			}
			continue
		}
		all := in.find("framebuffer", name).at(word("attachments"))
		if all == nil {
			continue
		}
		of := map[string]uint64{"texture": literal("GL_TEXTURE", cellUint), "renderbuffer": literal("GL_RENDERBUFFER", cellUint)}[h.class]
		for _, a := range all.kids {
			if uint64(a.whole("name")) == h.name && uint64(a.whole("type")) == of {
				return true
			}
		}
	}
	return false
}

// bound reports whether a texture or image unit has the texture or sampler: few do, and it is faster than sampled.
func (h *historian) bound(in *scope) bool {
	for _, part := range []string{"texture units", "image units"} {
		units := in.context.at(word(part))
		if units == nil {
			continue
		}
		for _, unit := range units.kids {
			for _, n := range unit.kids {
				if n.value.have && n.value.one == h.name {
					return true
				}
			}
		}
	}
	return false
}

// sampled reports whether a sampler or image uniform of the programs refers to the texture or sampler.
func (h *historian) sampled(in *scope) bool {
	for _, t := range in.textures() {
		of := t.Object
		if h.class == "sampler" {
			of = t.Sampler
		}
		if of != nil && of.Number == h.name {
			return true
		}
	}
	return false
}

// indirectBuffers are the bindings with the arguments of indirect calls.
var indirectBuffers = map[string]key{"draw": word("GL_DRAW_INDIRECT_BUFFER"), "dispatch": word("GL_DISPATCH_INDIRECT_BUFFER")}

// reads reports whether an array, the indices, or a block refers to the buffer.
func (h *historian) reads(in *scope, kind string) bool {
	if bound, _ := in.context.number(word("buffers"), indirectBuffers[kind]); bound == h.name && strings.Contains(in.call.Function.Name, "Indirect") {
		return true
	}
	if kind == "draw" {
		array := in.array()
		if elements, _ := array.number(word("element array buffer")); elements == h.name {
			if _, indexed := in.arg("indices"); indexed {
				return true
			}
		}
		if attributes := array.at(word("attributes")); attributes != nil {
			for k, of := range attributes.kids {
				a := VertexAttribute{Location: k.number}
				if of.whole("enabled") == 0 {
					continue
				}
				if in.layout(&a, of, array); a.Buffer != nil && a.Buffer.Number == h.name {
					return true
				}
			}
		}
	}
	all := in.context.at(word("indexed buffers"))
	if all == nil {
		return false
	}
	for _, target := range all.kids {
		for _, binding := range target.kids {
			if uint64(binding.whole("buffer")) == h.name && binding.whole("buffer") != 0 {
				return h.blocks(in)
			}
		}
	}
	return false
}

// blocks reports whether a block of the programs refers to the buffer.
func (h *historian) blocks(in *scope) bool {
	for _, b := range in.uniformBuffers() {
		if b.Object != nil && b.Object.Number == h.name {
			return true
		}
	}
	return false
}

// runs reports whether a program is in use, or one with the shader.
func (h *historian) runs(in *scope) bool {
	names, _ := in.inUse()
	for _, name := range names {
		if h.class == "program" && name == h.name || h.class == "shader" && in.find("program", name).at(shadersKey, number(h.name)) != nil {
			return true
		}
	}
	return false
}
