package state

import (
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// key identifies a child: by a word or a number.
type key struct {
	name   string
	number int64
}

func word(name string) key                                { return key{name: name} }
func number[T ~uint64 | ~int64 | ~uint32 | ~int](n T) key { return key{number: int64(n)} }

// value is the value of a node.
type value struct {
	have bool
	cell tracepb.Cell // cell type of the numbers
	one  uint64       // a single number
	many []uint64     // several numbers
	text string

	data        *file.Data // data of a text or array, which stays in the file
	size        int        // size in bytes of an element of an array; 0 for a text
	from, count int        // range of elements of the array
}

// array reports whether the numbers are in the file.
func (v value) array() bool { return v.size > 0 }

// part returns some elements of an array, or some of the numbers.
func (v value) part(from, count int) value {
	if v.array() {
		v.from, v.count = v.from+from, count
		return v
	}
	v.many = v.many[from : from+count : from+count]
	if count == 1 {
		v.one, v.many = v.many[0], nil
	}
	return v
}

// numbers returns the numbers of a value that is not in the file.
func (v value) numbers() []uint64 {
	if v.many != nil || !v.have || v.cell == tracepb.Cell_CELL_NONE {
		return v.many
	}
	return []uint64{v.one}
}

func (v value) equal(w value) bool {
	return v.have == w.have && v.cell == w.cell && v.one == w.one && v.text == w.text && v.size == w.size && v.from == w.from &&
		v.count == w.count && slices.Equal(v.many, w.many) && sameData(v.data, w.data)
}

// sameData compares payload IDs: the same content has the same ID.
func sameData(a, b *file.Data) bool {
	return a == b || a != nil && b != nil && a.Capture == b.Capture && a.Size == b.Size && slices.Equal(a.Payloads, b.Payloads)
}

// node is a part of the state. Only the machine with the same age may change it; others copy it first.
type node struct {
	age    uint64
	def    *def
	value  value
	pieces *piece // last piece of the contents of a buffer or texture
	kids   map[key]*node

	origin *origin         // the call that set the value; nil unless origins are tracked
	gone   map[key]*origin // the calls that removed children
}

// copyAt returns a copy that a machine of that age may change.
func (n *node) copyAt(age uint64) *node {
	c := *n
	c.age, c.kids, c.gone = age, maps.Clone(n.kids), maps.Clone(n.gone)
	return &c
}

// parts returns the number of nodes in this subtree, and of the pieces in them.
func (n *node) parts() int {
	all := 1
	if n.pieces != nil {
		all += n.pieces.count
	}
	for _, kid := range n.kids {
		all += kid.parts()
	}
	return all
}

// at returns a descendant, or nil.
func (n *node) at(keys ...key) *node {
	for _, k := range keys {
		if n == nil {
			return nil
		}
		n = n.kids[k]
	}
	return n
}

// number returns the value of a descendant as one number.
func (n *node) number(keys ...key) (uint64, bool) {
	got := n.at(keys...)
	if got == nil || !got.value.have {
		return 0, false
	}
	return got.value.one, true
}
