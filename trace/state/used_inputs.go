package state

import (
	"strconv"
	"strings"
)

// sampler marks the texture unit, texture and sampler object of a sampler, or the image unit of an image.
func (u *uses) sampler(uniform Uniform) {
	unit, err := strconv.ParseInt(uniform.Value, 10, 64)
	target, image := samplerTarget(uniform.Type)
	if err != nil || target == "" {
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

// vertices marks the vertex array: the attributes that the programs read, their buffers, and the indices.
func (u *uses) vertices() {
	array := u.array()
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
	inputs := u.inputs()
	for k, a := range attributes.kids {
		if _, read := inputs[k.number]; !read && len(inputs) > 0 {
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
