package axml

import (
	"math"
	"slices"
)

// yes is the boolean value true.
var yes = value{size: 8, kind: typeBool, data: 0xffffffff}

// SetDebuggable makes the app debuggable.
func (d *Document) SetDebuggable() error { return d.setApplication(attrDebuggable) }

// SetExtractNativeLibs makes Android extract the app's libraries to files.
func (d *Document) SetExtractNativeLibs() error { return d.setApplication(attrExtractNativeLibs) }

// setApplication sets an attribute of the application to true. It fails if the manifest has no <application> element.
func (d *Document) setApplication(a resource) error {
	name, space := d.attribute(a), d.pool.find(Namespace)
	app, err := d.application()
	if err != nil {
		return err
	}
	return app.set(a, attr{space, name, none, yes})
}

// SetInjectLayers adds the meta-data that allows layers in an app that is not debuggable, or sets the
// existing ones. It fails if the manifest has no <application> element.
func (d *Document) SetInjectLayers() error {
	name, val, space := d.attribute(attrName), d.attribute(attrValue), d.pool.find(Namespace)
	tag, key := d.pool.find("meta-data"), d.pool.find(InjectLayers)
	app, err := d.application()
	if err != nil {
		return err
	}
	found := false
	for _, data := range app.all("meta-data") {
		if d.string(data.attr(attrName)) == InjectLayers {
			found = true
			data.remove(attrResource) // it would override the value
			if err := data.set(attrValue, attr{space, val, none, yes}); err != nil {
				return err
			}
		}
	}
	if found {
		return nil
	}
	begin := node{kind: kindElement, line: d.nodes[app.start].line, comment: none, names: [2]uint32{none, tag}}
	end := begin
	end.kind = kindEnd
	begin.attrs = []attr{{space, name, key, value{size: 8, kind: typeString, data: key}}, {space, val, none, yes}}
	d.nodes = slices.Insert(d.nodes, app.end, begin, end)
	return nil
}

// set adds an attribute to an element or replaces it. It fails if the element has 65535 attributes already.
func (e *element) set(a resource, to attr) error {
	n := &e.d.nodes[e.start]
	if there := e.attr(a); there != nil {
		*there = to
		return nil
	}
	if len(n.attrs) == math.MaxUint16 {
		return &Damaged{0, "cannot add an attribute: the element already has 65535 attributes, which is the maximum"}
	}
	n.insert(e.d, to)
	return nil
}

// remove removes all attributes with that resource ID.
func (e *element) remove(a resource) {
	n := &e.d.nodes[e.start]
	for there := e.attr(a); there != nil; there = e.attr(a) {
		at := slices.Index(n.attrs, *there)
		n.attrs = slices.Delete(n.attrs, at, at+1)
		for i := range n.marks {
			switch mark := int(n.marks[i]); {
			case mark == at+1:
				n.marks[i] = 0
			case mark > at:
				n.marks[i]--
			}
		}
	}
}

// application returns the element that Android uses as the application: the first one.
func (d *Document) application() (*element, error) {
	if app := d.tree().first("application"); app != nil {
		return app, nil
	}
	return nil, &Damaged{0, "the manifest has no <application> element"}
}

// attribute returns the string index of an attribute's name. The first strings of the pool have resource IDs.
// If the attribute is not among them, its name is inserted after them, and the indices of all following
// strings increase by one.
func (d *Document) attribute(a resource) uint32 {
	if i := slices.Index(d.ids, a.id); i >= 0 {
		return uint32(i)
	}
	at := len(d.ids)
	d.pool.insert(at, a.name)
	d.ids, d.hasID = append(d.ids, a.id), true
	for i := range d.nodes {
		d.nodes[i].move(uint32(at), uint32(len(d.pool.slots)-1))
	}
	return uint32(at)
}

// move adds one to each string index of the node in [from, end).
func (n *node) move(from, end uint32) {
	up := func(number *uint32) {
		if *number >= from && *number < end {
			*number++
		}
	}
	up(&n.comment)
	up(&n.names[0])
	if n.kind != kindText {
		up(&n.names[1])
	}
	if n.value.kind == typeString {
		up(&n.value.data)
	}
	for i := range n.attrs {
		a := &n.attrs[i]
		up(&a.space)
		up(&a.name)
		up(&a.raw)
		if a.value.kind == typeString {
			up(&a.value.data)
		}
	}
}

// insert inserts an attribute in the order of resource IDs, which Android's search relies on. Attributes
// without a resource ID come last.
func (n *node) insert(d *Document, a attr) {
	id := func(name uint32) uint32 {
		if int64(name) < int64(len(d.ids)) && d.ids[name] != 0 {
			return d.ids[name]
		}
		return none
	}
	at := slices.IndexFunc(n.attrs, func(other attr) bool { return id(other.name) > id(a.name) })
	if at < 0 {
		at = len(n.attrs)
	}
	n.attrs = slices.Insert(n.attrs, at, a)
	for i := range n.marks {
		if int(n.marks[i]) > at {
			n.marks[i]++
		}
	}
}
