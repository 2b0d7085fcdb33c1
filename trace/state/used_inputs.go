package state

import (
	"strconv"
	"strings"
)

// sampler marks the texture unit, texture and sampler object of a sampler, or the image unit of an image.
func (u *uses) sampler(uniform Uniform) {
	unit, err := strconv.ParseInt(uniform.Value, 10, 64)
	target, image, ok := textureTarget(uniform.Type)
	if err != nil || !ok {
		return
	}
	if image {
		at := u.context.at(word("image units"), number(unit))
		u.nodes[at] = true
		texture, _ := at.number(word("texture"))
		u.object("textures", number(texture))
		return
	}
	at := u.context.at(word("texture units"), number(unit))
	for _, k := range []key{word(target), word("sampler")} {
		u.nodes[at.at(k)] = true
	}
	texture, _ := at.number(word(target))
	u.object("textures", number(texture))
	sampler, _ := at.number(word("sampler"))
	u.object("samplers", number(sampler))
}

// textureTarget returns the texture target of the type of a sampler, and whether it is an image: GL_TEXTURE_2D for
// GL_UNSIGNED_INT_SAMPLER_2D.
func textureTarget(kind string) (target string, image, ok bool) {
	for _, prefix := range []string{"GL_", "UNSIGNED_", "INT_"} {
		kind = strings.TrimPrefix(kind, prefix)
	}
	shape, ok := strings.CutPrefix(kind, "SAMPLER_")
	if !ok {
		shape, image = strings.CutPrefix(kind, "IMAGE_")
	}
	shape = strings.TrimSuffix(shape, "_SHADOW")
	if shape == "CUBE" {
		shape = "CUBE_MAP"
	}
	return "GL_TEXTURE_" + shape, image, ok || image
}

// vertices marks the vertex array: the attributes that the programs read, their buffers, and the indices.
func (u *uses) vertices() {
	array := u.context.at(word("vertex arrays"), u.numbered(word("vertex array")))
	if array == nil {
		return
	}
	if strings.Contains(u.call.Function.Name, "Elements") {
		if buffer, _ := array.number(word("element array buffer")); buffer != 0 { // vertex arrays without one share the node
			u.nodes[array.at(word("element array buffer"))] = true
			u.object("buffers", number(buffer))
		}
	}
	attributes := array.at(word("attributes"))
	if attributes == nil {
		return
	}
	read := u.locations()
	for k, a := range attributes.kids {
		if read != nil && !read[k.number] {
			continue
		}
		if enabled, _ := a.number(word("enabled")); enabled == 0 {
			u.nodes[u.context.at(word("current attributes"), k)] = true
			continue
		}
		u.nodes[a] = true
		buffer, _ := a.number(word("buffer"))
		u.object("buffers", number(buffer))
		if binding, ok := a.number(word("binding")); ok {
			u.binding(array.at(word("bindings"), number(binding)))
		}
	}
}

// locations returns the locations of the attributes that the programs read, or nil if they are unknown.
func (u *uses) locations() map[int64]bool {
	var out map[int64]bool
	for _, name := range u.programs() {
		o := object{u.viewOf, uint64(name.number), u.is.at(programsKey, name), nil}
		if o.is == nil {
			continue
		}
		o.kids("attribute locations", func(_ key, a object) {
			if out == nil {
				out = map[int64]bool{}
			}
			out[int64(int32(a.is.value.one))] = true
		})
		known := 0
		o.kids("attributes", func(key, object) { known++ })
		if out == nil || len(out) < known {
			return nil
		}
	}
	return out
}
