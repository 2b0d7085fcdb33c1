package axml

import (
	"strconv"
)

// element is an element of the tree.
type element struct {
	d        *Document
	start    int // index of its start node
	end      int // index of its end node
	name     string
	children []*element
}

// tree returns the root element. Decode has checked that each element ends.
func (d *Document) tree() *element {
	top := &element{}
	open := []*element{top}
	for i := range d.nodes {
		switch n := &d.nodes[i]; n.kind {
		case kindElement:
			name, _ := d.pool.text(n.names[1])
			e, above := &element{d: d, start: i, name: name}, open[len(open)-1]
			above.children = append(above.children, e)
			open = append(open, e)
		case kindEnd:
			open[len(open)-1].end = i
			open = open[:len(open)-1]
		}
	}
	return top.children[0]
}

// all returns the children of a name; first returns the first one or nil.
func (e *element) all(name string) []*element {
	var out []*element
	for _, c := range e.children {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

func (e *element) first(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// attr returns an Android attribute or nil: the first with the resource ID, as Android does.
func (e *element) attr(a resource) *attr {
	attrs := e.d.nodes[e.start].attrs
	for i := range attrs {
		if name := attrs[i].name; int64(name) < int64(len(e.d.ids)) && e.d.ids[name] == a.id {
			return &attrs[i]
		}
	}
	return nil
}

// plain returns the value of an attribute without a resource ID, such as package, which Android finds by
// name; "" if it is missing.
func (e *element) plain(name string) string {
	for _, a := range e.d.nodes[e.start].attrs {
		if _, inSpace := e.d.pool.text(a.space); inSpace {
			continue
		}
		if text, _ := e.d.pool.text(a.name); text == name {
			return e.d.string(&a)
		}
	}
	return ""
}

// string returns an attribute's value as text; "" for nil.
func (d *Document) string(a *attr) string {
	switch {
	case a == nil:
		return ""
	case a.value.kind == typeString:
		text, _ := d.pool.text(a.value.data)
		return text
	case a.value.kind >= typeFirstInt && a.value.kind <= typeLastInt:
		return strconv.Itoa(int(int32(a.value.data)))
	}
	text, _ := d.pool.text(a.raw)
	return text
}

// number returns an attribute's value as a number, or otherwise if it has none, such as the code name of an
// unreleased version.
func (d *Document) number(a *attr, otherwise int) int {
	if n, err := strconv.Atoi(d.string(a)); err == nil {
		return n
	}
	return otherwise
}

// boolean returns an attribute's value as a boolean, by Android's rules. It does not resolve a reference to a
// resource: it returns otherwise, as for a missing attribute.
func (d *Document) boolean(a *attr, otherwise bool) bool {
	switch {
	case a == nil:
		return otherwise
	case a.value.kind >= typeFirstInt && a.value.kind <= typeLastInt:
		return a.value.data != 0
	case a.value.kind == typeString:
		text := d.string(a)
		return text == "true" || text == "TRUE" || text == "1"
	}
	return otherwise
}
