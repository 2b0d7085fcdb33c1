package state

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed data/used.tsv
var usedTable string

// usedRow is a part of the context that draws depend on if a capability is enabled.
type usedRow struct {
	path       []key
	capability key // empty for always
}

var usedRows = sync.OnceValue(func() (out []usedRow) {
	for _, row := range table.Rows("used.tsv", usedTable, 3) {
		var one usedRow
		for part := range strings.SplitSeq(row[0], "/") {
			one.path = append(one.path, word(part))
		}
		if row[1] != "-" {
			one.capability = word(row[1])
		}
		out = append(out, one)
	}
	return out
})

// uses collects the nodes that a draw depends on.
type uses struct {
	*scope
	nodes map[*node]bool
}

// usedBy returns the nodes of a context and of its objects that a draw depends on.
func usedBy(s *scope) map[*node]bool {
	u, context := uses{s, map[*node]bool{}}, s.context
	for _, row := range usedRows() {
		if on, _ := context.number(word("capabilities"), row.capability); row.capability == (key{}) || on != 0 {
			u.nodes[context.at(row.path...)] = true
		}
	}
	names, _ := u.inUse()
	for _, name := range names {
		u.markProgram(name)
	}
	u.nodes[context.at(word("program pipelines"), u.numbered(word("program pipeline")))] = true
	u.vertices()
	u.markFramebuffer()
	if strings.Contains(s.call.Function.Name, "Indirect") {
		u.bound(word("buffers"), word("GL_DRAW_INDIRECT_BUFFER"))
	}
	if feedback := context.at(word("transform feedbacks"), u.numbered(word("transform feedback"))); feedback != nil {
		if active, _ := feedback.number(word("active")); active != 0 {
			u.nodes[feedback] = true
			u.buffersOf(feedback.at(word("buffers")))
		}
	}
	delete(u.nodes, nil)
	return u.nodes
}

// numbered returns the value of a node of the context as a key.
func (u *uses) numbered(keys ...key) key {
	n, _ := u.context.number(keys...)
	return number(n)
}

// object marks an object of the share group.
func (u *uses) object(class string, name key) { u.nodes[u.share.at(word(class), name)] = true }

// bound marks a binding of the context and its buffer.
func (u *uses) bound(keys ...key) {
	u.nodes[u.context.at(keys...)] = true
	u.object("buffers", u.numbered(keys...))
}

// buffersOf marks the buffers of several bindings.
func (u *uses) buffersOf(bindings *node) {
	if bindings == nil {
		return
	}
	for _, b := range bindings.kids {
		n, _ := b.number(word("buffer"))
		u.object("buffers", number(n))
	}
}

// markProgram marks a program with its shaders, textures and uniform buffers.
func (u *uses) markProgram(name uint64) {
	u.object("programs", number(name))
	o := u.program(name)
	if o.is == nil {
		return
	}
	o.kids("shaders", func(k key, _ object) { u.object("shaders", k) })
	for _, uniform := range o.uniforms() {
		u.sampler(uniform)
	}
	o.kids("uniform blocks", func(_ key, b object) {
		u.binding(u.context.at(word("indexed buffers"), word("GL_UNIFORM_BUFFER"), number(b.number("binding"))))
	})
	if storage := u.context.at(word("indexed buffers"), word("GL_SHADER_STORAGE_BUFFER")); storage != nil && o.is.at(word("resources"), word("GL_SHADER_STORAGE_BLOCK")) != nil {
		u.nodes[storage] = true
		u.buffersOf(storage)
	}
}

func (u *uses) binding(n *node) {
	if n == nil {
		return
	}
	u.nodes[n] = true
	buffer, _ := n.number(word("buffer"))
	u.object("buffers", number(buffer))
}

// markFramebuffer marks the framebuffer that is drawn to, with its attachments.
func (u *uses) markFramebuffer() {
	f := u.context.at(word("framebuffers"), u.numbered(word("framebuffer bindings"), word("GL_DRAW_FRAMEBUFFER")))
	u.nodes[f] = true
	attachments := f.at(word("attachments"))
	if attachments == nil {
		return
	}
	for _, a := range attachments.kids {
		name, _ := a.number(word("name"))
		kind := "textures"
		if t, _ := a.number(word("type")); uint32(t) == uint32(literal("GL_RENDERBUFFER", cellUint)) {
			kind = "renderbuffers"
		}
		u.object(kind, number(name))
	}
}
