package state

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// find returns the node at a path, or the initial node if it is not set. It returns nil if the tables have no
// such path.
func (m *machine) find(keys []key) *node {
	n, _ := m.findOrigin(keys)
	return n
}

// read is find for a value that the effect of the call depends on.
func (m *machine) read(keys []key) *node {
	n, from := m.findOrigin(keys)
	m.track.need(from)
	return n
}

func (m *machine) findOrigin(keys []key) (*node, *origin) {
	n, from := m.root, (*origin)(nil)
	for i, k := range keys {
		kid := n.kids[k]
		if kid == nil {
			return wouldBe(n.def, keys[i:], i), n.gone[k]
		}
		if from = kid.origin; from == nil {
			from = n.gone[k]
		}
		n = kid
	}
	return n, from
}

func wouldBe(d *def, keys []key, depth int) *node {
	for i, k := range keys {
		if d = childDef(d, k, depth+i); d == nil {
			return nil
		}
	}
	return d.fresh()
}

// childDef returns the definition of a child. The children of the three parts of the root are contexts, share
// groups and threads, by number.
func childDef(d *def, k key, depth int) *def {
	if depth == 1 {
		return d
	}
	return d.child(k)
}

// change returns the node at a path, copied if necessary so that it may be changed. It returns nil if the
// tables have no such path.
func (m *machine) change(keys []key) *node {
	m.touch(keys)
	m.root = m.mine(m.root)
	n := m.root
	for i, k := range keys {
		kid := n.kids[k]
		if kid == nil {
			d := childDef(n.def, k, i)
			if d == nil {
				return nil
			}
			kid = m.mine(d.fresh())
			m.parts += kid.parts()
			m.track.created(n, k, kid)
			n.kids[k] = kid
		}
		if kid.age != m.age {
			kid = m.mine(kid)
			n.kids[k] = kid
		}
		n = kid
	}
	return n
}

// touch notes a change of the watched node.
func (m *machine) touch(keys []key) {
	if n := len(m.watched); n > 0 && len(keys) >= n && slices.Equal(keys[:n], m.watched) {
		m.touched = true
	}
}

func (m *machine) mine(n *node) *node {
	if n.age == m.age {
		return n
	}
	m.copied += 1 + len(n.kids)
	c := n.copyAt(m.age)
	if c.kids == nil {
		c.kids = map[key]*node{}
	}
	return c
}

// set sets the value of the node at a path. An equal value changes nothing.
func (m *machine) set(keys []key, v value) {
	old := m.find(keys)
	if old == nil {
		return
	}
	if old.def.how == "text" && v.array() { // of unsigned bytes
		v = value{have: true, data: v.data}
	}
	if cell := cellOf(old.def, keys); cell != cellNone {
		if v = loaded(v, m.payload).as(cell); !v.have {
			return
		}
	}
	if old.value.equal(v) && (m.root.at(keys...) != nil) && !m.track.renews() {
		return
	}
	if n := m.change(keys); n != nil {
		n.value = v
		m.track.wrote(n)
	}
}

func cellOf(d *def, keys []key) tracepb.Cell {
	if d.how == "pname" && d.name == "" {
		return calltext.PnameReading(keys[len(keys)-1].name).Cell()
	}
	return d.reading.Cell()
}

// drop removes the node at a path, which then has its initial value.
func (m *machine) drop(keys []key) {
	last := len(keys) - 1
	if m.root.at(keys...) == nil {
		m.track.removedNothing(keys)
		return
	}
	m.touch(keys)
	parent := m.change(keys[:last])
	m.parts -= parent.kids[keys[last]].parts()
	m.track.removed(parent, keys[last])
	d := childDef(parent.def, keys[last], last)
	if d != nil && d != parent.def.each && d.always() {
		fresh := d.fresh()
		parent.kids[keys[last]] = fresh
		m.parts += fresh.parts()
		return
	}
	delete(parent.kids, keys[last])
}
