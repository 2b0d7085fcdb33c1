package state

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// Tree is a formatted part of the state.
type Tree struct {
	Name     string  `json:"name"`
	Value    string  `json:"value,omitempty"`
	Changed  bool    `json:"changed,omitempty"` // a value in it changed
	Was      string  `json:"was,omitempty"`     // the previous value, if it changed
	Set      bool    `json:"set,omitempty"`     // a value in it differs from its default, or is an object
	Used     bool    `json:"used,omitempty"`    // the draw depends on it, or on a value in it
	Ref      *Ref    `json:"ref,omitempty"`     // the object that it is, or that its value names
	Children []*Tree `json:"children,omitempty"`
}

// Ref identifies an object: texture, buffer, shader, program, ...
type Ref struct {
	Class  string `json:"class"`
	Number uint64 `json:"number"`
}

// At returns the state after a call, of its context, share group and thread. Changes since before the call
// are marked.
func (s *State) At(ctx context.Context, call int) (*Tree, error) { return s.Against(ctx, call, call-1) }

// Against returns the state after a call. Changes since after another call are marked; -1 means before the
// first call.
func (s *State) Against(ctx context.Context, call, other int) (*Tree, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	before, err := s.after(ctx, other)
	if err != nil {
		return nil, err
	}
	after, err := s.after(ctx, call)
	if err != nil {
		return nil, err
	}
	b := builder{ctx: ctx, payload: s.file.Payload}
	if c.Function.IsDraw() {
		b.used = usedBy(newScope(b, c, after))
	}
	root := &Tree{Name: "state"}
	for _, part := range []struct {
		key, number key
		name        string
	}{
		{contextsKey, number(c.Context), fmt.Sprintf("context %d", c.Context)},
		{sharesKey, shareOf(after, c.Context), "objects"},
		{threadsKey, number(c.Thread), fmt.Sprintf("thread %d", c.Thread)},
	} {
		if c.Context == 0 && part.key != threadsKey {
			continue
		}
		was, is := before.at(part.key, part.number), after.at(part.key, part.number)
		if is == nil {
			is = schema().byName[part.key.name].fresh()
		}
		if was == nil {
			was = schema().byName[part.key.name].fresh()
		}
		root.add(b.tree(part.name, key{}, is, was))
	}
	return root, ctx.Err()
}

func (t *Tree) add(child *Tree) {
	t.Children = append(t.Children, child)
	t.Changed = t.Changed || child.Changed
	t.Set = t.Set || child.Set
	t.Used = t.Used || child.Used
}

// builder formats nodes until its context is done.
type builder struct {
	ctx     context.Context
	payload calltext.Payload
	used    map[*node]bool // what a draw depends on
	inside  bool           // in a node that is used
}

// tree formats a node. was is the previous node at the same path, or nil.
func (b *builder) tree(name string, k key, is, was *node) *Tree {
	t := &Tree{Name: name, Value: b.text(k, is), Ref: refOf(k, is), Set: set(k, is), Used: b.inside || b.used[is]}
	t.Changed = was == nil || is != was && !is.value.equal(was.value)
	if t.Changed && was != nil {
		t.Was = b.text(k, was)
	}
	defer func(inside bool) { b.inside = inside }(b.inside)
	b.inside = t.Used
	if was == nil {
		was = is.def.fresh()
		if is == was {
			was = &node{def: is.def}
		}
	}
	if b.ctx.Err() != nil {
		return t
	}
	kids := b.sorted(is, was)
	for i, k := range kids {
		if is.kids[k] == nil {
			t.add(&Tree{Name: nameOf(is.def, k), Value: "gone", Changed: true, Was: b.text(k, was.kids[k])})
			continue
		}
		if i >= mostExpanded && is.kids[k] == was.kids[k] {
			t.add(&Tree{Name: nameOf(is.def, k), Ref: refOf(k, is.kids[k]), Set: set(k, is.kids[k]), Used: b.inside || b.used[is.kids[k]]})
			continue
		}
		t.add(b.tree(nameOf(is.def, k), k, is.kids[k], was.kids[k]))
	}
	return t
}

// set reports whether the value of a node differs from its default, or the node is an object. Values without a
// default differ if they are known, except the name of no object, and results of queries, which no call sets.
func set(k key, n *node) bool {
	switch d := n.def; {
	case k.name == "" && classes[d.name] && len(d.kids) > 0:
		return k.number != 0
	case !n.value.have:
		return n.pieces != nil
	case d.initial.have:
		return !n.value.as(d.initial.cell).equal(d.initial)
	case d.reading.Class() != "":
		return n.value.one != 0
	default:
		return d != schema().byName["context"].byName["limits"].each && d != schema().byName["context"].byName["strings"].each
	}
}

// mostExpanded is the maximum number of children that are shown with their descendants; of more, only those
// that changed are.
const mostExpanded = 256

// sorted returns the keys of current and previous children in the order of the tables, then by number and
// name.
func (b *builder) sorted(is, was *node) []key {
	keys := make([]key, 0, len(is.kids))
	for k := range is.kids {
		keys = append(keys, k)
	}
	for k := range was.kids {
		if is.kids[k] == nil {
			keys = append(keys, k)
		}
	}
	order := func(k key) int {
		if d := is.def.child(k); d != nil {
			return d.order
		}
		return 0
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name))
	})
	return keys
}

func nameOf(d *def, k key) string {
	if k.name != "" {
		return k.name
	}
	if d.each != nil && d.each.name != "" {
		return d.each.name + " " + strconv.FormatInt(k.number, 10)
	}
	return strconv.FormatInt(k.number, 10)
}

// classes maps the singular names of nodes that are objects to object classes.
var classes = map[string]bool{"texture": true, "buffer": true, "shader": true, "program": true, "sampler": true, "renderbuffer": true,
	"framebuffer": true, "vertex array": true, "query": true, "transform feedback": true, "program pipeline": true, "sync": true}

func refOf(k key, n *node) *Ref {
	class := n.def.reading.Class()
	if class != "" && n.value.have && n.value.one != 0 {
		return &Ref{class, n.value.one}
	}
	if k.name == "" && classes[n.def.name] && len(n.def.kids) > 0 {
		return &Ref{n.def.name, uint64(k.number)}
	}
	return nil
}
