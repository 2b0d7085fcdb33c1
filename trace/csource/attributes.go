package csource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

const (
	mostAttributes   = 32 // of a vertex array; drivers have 16 to 32
	mostVertexArrays = 1 << 16
	arrayBuffer      = 0x8892
)

// objectKey identifies an object by a register or a name; 0 is none.
type objectKey uint64

func keyOf(o *replay.Operation, i int) objectKey {
	if o.Kinds[i] == replay.KindRegister {
		return objectKey(o.Values[i])<<32 | 1<<31
	}
	return objectKey(uint32(o.Values[i]))
}

// vertexArray has which attributes are enabled, and the buffers of the vertex buffer bindings.
type vertexArray struct {
	enabled  uint32
	bindings [mostAttributes]uint8 // by attribute
	buffers  [mostAttributes]objectKey
}

func newVertexArray() *vertexArray {
	a := &vertexArray{}
	for i := range a.bindings {
		a.bindings[i] = uint8(i)
	}
	return a
}

// withoutBuffer returns the enabled attributes that do not read a buffer.
func (a *vertexArray) withoutBuffer() (out []uint64) {
	for i := range uint64(mostAttributes) {
		if a.enabled>>i&1 != 0 && a.buffers[a.bindings[i]] == 0 {
			out = append(out, i)
		}
	}
	return out
}

// attributes has the vertex arrays of a context.
type attributes struct {
	buffer  objectKey // bound to GL_ARRAY_BUFFER
	current objectKey
	arrays  map[objectKey]*vertexArray
}

// array returns the vertex array that is bound.
func (a *attributes) array() *vertexArray {
	of := a.arrays[a.current]
	if of == nil {
		of = newVertexArray()
		if len(a.arrays) < mostVertexArrays {
			a.arrays[a.current] = of
		}
	}
	return of
}

// attributesOf returns the vertex arrays of the context that is current on the thread of an operation.
func (w *writer) attributesOf(o *replay.Operation) *attributes {
	context := w.contexts[o.Thread]
	a := w.attributes[context]
	if a == nil {
		a = &attributes{arrays: map[objectKey]*vertexArray{}}
		w.attributes[context] = a
	}
	return a
}

// trackAttributes keeps what a call sets of vertex arrays.
func (w *writer) trackAttributes(f *function, o *replay.Operation) {
	set := attributeCalls[strings.TrimRight(f.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
	if set.params == 0 || len(o.Values) != set.params || set.indexed && numberOf(o, 0) >= mostAttributes {
		return
	}
	set.apply(w.attributesOf(o), o)
}

// attributeCalls has the functions that change vertex arrays, without the suffix of an extension.
var attributeCalls = map[string]struct {
	params  int
	indexed bool // the first parameter is an attribute or a binding
	apply   func(*attributes, *replay.Operation)
}{
	"glBindBuffer": {2, false, func(a *attributes, o *replay.Operation) {
		if numberOf(o, 0) == arrayBuffer {
			a.buffer = keyOf(o, 1)
		}
	}},
	"glBindVertexArray":          {1, false, func(a *attributes, o *replay.Operation) { a.current = keyOf(o, 0) }},
	"glVertexAttribPointer":      {6, true, (*attributes).setPointer},
	"glVertexAttribIPointer":     {5, true, (*attributes).setPointer},
	"glEnableVertexAttribArray":  {1, true, func(a *attributes, o *replay.Operation) { a.array().enabled |= 1 << numberOf(o, 0) }},
	"glDisableVertexAttribArray": {1, true, func(a *attributes, o *replay.Operation) { a.array().enabled &^= 1 << numberOf(o, 0) }},
	"glBindVertexBuffer":         {4, true, func(a *attributes, o *replay.Operation) { a.array().buffers[numberOf(o, 0)] = keyOf(o, 1) }},
	"glVertexAttribBinding": {2, true, func(a *attributes, o *replay.Operation) {
		a.array().bindings[numberOf(o, 0)] = uint8(min(numberOf(o, 1), mostAttributes-1))
	}},
	"glDeleteBuffers":      {2, false, (*attributes).deleteBuffers},
	"glDeleteVertexArrays": {2, false, (*attributes).deleteArrays},
}

func (a *attributes) setPointer(o *replay.Operation) {
	of, i := a.array(), numberOf(o, 0)
	of.bindings[i], of.buffers[i] = uint8(i), a.buffer
}

// deleteBuffers detaches deleted buffers from the binding point and the vertex array that is bound.
func (a *attributes) deleteBuffers(o *replay.Operation) {
	deleted := deletedKeys(o)
	if deleted[a.buffer] {
		a.buffer = 0
	}
	of := a.array()
	for i, buffer := range of.buffers {
		if deleted[buffer] {
			of.buffers[i] = 0
		}
	}
}

func (a *attributes) deleteArrays(o *replay.Operation) {
	for key := range deletedKeys(o) {
		delete(a.arrays, key)
		if a.current == key {
			a.current = 0
		}
	}
}

// deletedKeys returns the objects that a call deletes.
func deletedKeys(o *replay.Operation) map[objectKey]bool {
	out := map[objectKey]bool{}
	for _, r := range o.Registers(1) {
		if r != 0 {
			out[objectKey(r)<<32|1<<31] = true
		}
	}
	return out
}

// disableEmpty disables attributes during a draw that have neither a buffer nor data, as the player does: the driver would read memory
// that the program does not have.
func (c *invocation) disableEmpty() {
	if !file.IsDraw(c.Name) {
		return
	}
	for _, i := range c.attributesOf(c.op).array().withoutBuffer() {
		if !slices.Contains(c.given, i) {
			c.before = append(c.before, fmt.Sprintf("glDisableVertexAttribArray(%d);", i))
			c.after = append(c.after, fmt.Sprintf("glEnableVertexAttribArray(%d);", i))
		}
	}
}
