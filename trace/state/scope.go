package state

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Link is an object with its label.
type Link struct {
	Ref
	Label string `json:"label,omitempty"`
}

// scope is the state after a call, as its context sees it.
type scope struct {
	builder
	call            *file.Call
	root            *node
	context, share  *node
	shareKey, owner key
}

// scope returns the state after a call.
func (s *State) scope(ctx context.Context, call int) (*scope, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	root, err := s.after(ctx, call)
	if err != nil {
		return nil, err
	}
	return newScope(builder{ctx: ctx, payload: s.file.Payload}, c, root), nil
}

func newScope(b builder, c *file.Call, root *node) *scope {
	out := &scope{builder: b, call: c, root: root, owner: number(c.Context), shareKey: shareOf(root, c.Context)}
	out.context, out.share = root.at(contextsKey, out.owner), root.at(sharesKey, out.shareKey)
	if out.context == nil {
		out.context = schema().byName[contextsKey.name].fresh()
	}
	if out.share == nil {
		out.share = schema().byName[sharesKey.name].fresh()
	}
	return out
}

// collections maps the classes of objects to the part of the state that has them, and whether a share group
// has them, or a context.
var collections = map[string]struct {
	kind   string
	shared bool
}{
	"texture": {"textures", true}, "buffer": {"buffers", true}, "shader": {"shaders", true}, "program": {"programs", true},
	"sampler": {"samplers", true}, "renderbuffer": {"renderbuffers", true}, "sync": {"syncs", true},
	"framebuffer": {"framebuffers", false}, "vertex array": {"vertex arrays", false}, "program pipeline": {"program pipelines", false},
	"transform feedback": {"transform feedbacks", false}, "query": {"queries", false},
}

// IsShared reports whether the contexts of a share group share the objects of a class; otherwise, each context has its own.
func IsShared(class string) bool { return collections[class].shared }

// find returns an object, or nil if it does not exist.
func (s *scope) find(class string, name uint64) *node {
	of, ok := collections[class]
	switch {
	case !ok:
		return nil
	case of.shared:
		return s.share.at(word(of.kind), number(name))
	}
	return s.context.at(word(of.kind), number(name))
}

// path returns the keys of an object from the root.
func (s *scope) path(class string, name uint64) []key {
	of := collections[class]
	if of.shared {
		return []key{sharesKey, s.shareKey, word(of.kind), number(name)}
	}
	return []key{contextsKey, s.owner, word(of.kind), number(name)}
}

// link returns an object with its label, or nil for 0.
func (s *scope) link(class string, name uint64) *Link {
	if name == 0 {
		return nil
	}
	l := &Link{Ref: Ref{class, name}}
	if label := s.find(class, name).at(word("label")); label != nil {
		l.Label = s.string(label.value)
	}
	return l
}

// textAt formats the value of a descendant, or returns "".
func (s *scope) textAt(n *node, keys ...key) string {
	if n = n.at(keys...); n == nil {
		return ""
	}
	return s.text(keys[len(keys)-1], n)
}

// whole returns the value of a descendant as a signed number, or 0.
func (n *node) whole(name string) int64 {
	v, _ := n.number(word(name))
	return int64(v)
}
