package axml

import (
	"strconv"
)

// element is an element of the tree.
type element struct {
	d        *Document
	start    int // its node
	end      int // the node that ends it
	name     string
	children []*element
}

// tree puts the nodes together. Decode saw to it that each element ends.
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

// all are the children of a name, and first is the first of them.
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

// attr is an attribute of Android's: the first that is its resource, as Android looks for it.
func (e *element) attr(a resource) *attr {
	attrs := e.d.nodes[e.start].attrs
	for i := range attrs {
		if name := attrs[i].name; int64(name) < int64(len(e.d.ids)) && e.d.ids[name] == a.id {
			return &attrs[i]
		}
	}
	return nil
}

// plain is an attribute that is no resource, such as package: Android finds it by its name.
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

// string is what an attribute says as text.
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

// number is what an attribute says as a number; the code name of an unfinished release is none.
func (d *Document) number(a *attr, otherwise int) int {
	if n, err := strconv.Atoi(d.string(a)); err == nil {
		return n
	}
	return otherwise
}

// boolean is what an attribute says as a truth value, by Android's rules. A reference to a resource is not followed: it counts as
// absent.
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
