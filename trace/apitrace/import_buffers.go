package apitrace

import (
	"slices"
	"sort"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
)

const unpackBuffer, packBuffer = 0x88EC, 0x88EB

// importMapping is a mapped range of a buffer.
type importMapping struct {
	address, size  uint64
	target, buffer uint64
	offset         uint64
}

// mostMapped is the maximum number of ranges that are mapped at the same time.
const mostMapped = 4096

// mappings has the mapped ranges of a share group by address.
type mappings struct{ list []importMapping }

// find returns the mapped range that contains an address.
func (m *mappings) find(address uint64) *importMapping {
	i := sort.Search(len(m.list), func(i int) bool { return m.list[i].address > address }) - 1
	if i < 0 || address-m.list[i].address >= m.list[i].size {
		return nil
	}
	return &m.list[i]
}

// set adds a range, in place of one at the same address.
func (m *mappings) set(one importMapping) {
	i := sort.Search(len(m.list), func(i int) bool { return m.list[i].address >= one.address })
	if i < len(m.list) && m.list[i].address == one.address {
		m.list[i] = one
		return
	}
	m.list = slices.Insert(m.list, i, one)
}

// drop removes the ranges of buffers.
func (m *mappings) drop(buffers map[uint64]bool) {
	m.list = slices.DeleteFunc(m.list, func(one importMapping) bool { return buffers[one.buffer] })
}

// heldBind is a call of glBindBuffer that may be the first of those with which apitrace defines client arrays.
type heldBind struct{ target, buffer uint64 }

// bindBuffer handles glBindBuffer. Before client arrays, apitrace binds the buffer 0, and after them the buffer of the program.
func (x *importer) bindBuffer(t *importThread, c *events.Call) bool {
	target, buffer := c.Args[0].Bits, c.Args[1].Bits
	switch {
	case !c.Fake || target != arrayBuffer:
		return true
	case t.inArray:
		t.inArray = false
		return false
	case buffer == 0:
		t.held = &heldBind{target, buffer}
		return false
	}
	return true
}

// release writes a held call, unless the next call of the thread defines a client array.
func (x *importer) release(t *importThread, next *events.Call) {
	h := t.held
	if h == nil {
		return
	}
	t.held = nil
	if isClientArray(next) {
		t.inArray = true
		return
	}
	x.addCall(t, "glBindBuffer", 0, numbers(h.target, h.buffer))
	x.result.Calls++
	x.bindTo(t, h.target, h.buffer)
}

func (x *importer) bindTo(t *importThread, target, buffer uint64) {
	if t.context != nil {
		x.remember(t.context.bind(target, buffer))
	}
}

func (x *importer) boundBuffer(t *importThread, c *events.Call) {
	x.bindTo(t, c.Args[0].Bits, c.Args[1].Bits)
}

func (x *importer) boundIndexed(t *importThread, c *events.Call) {
	x.bindTo(t, c.Args[0].Bits, c.Args[2].Bits)
}

func (x *importer) boundArray(t *importThread, c *events.Call) {
	if t.context != nil {
		t.context.array = c.Args[0].Bits
	}
}

func (x *importer) deletedBuffers(t *importThread, c *events.Call) {
	if t.context == nil {
		return
	}
	list := c.Items(c.Args[1])
	deleted := make(map[uint64]bool, len(list))
	for _, name := range list {
		deleted[name.Bits] = true
	}
	t.context.unbind(deleted)
	t.context.mapped.drop(deleted)
}

func (x *importer) mappedRange(t *importThread, c *events.Call) {
	x.keepMapped(t, c, c.Args[1].Bits, c.Args[2].Bits)
}

// mappedAll handles a function that maps a whole buffer, whose size is not an argument.
func (x *importer) mappedAll(t *importThread, c *events.Call) { x.keepMapped(t, c, 0, 1<<40) }

func (x *importer) keepMapped(t *importThread, c *events.Call, offset, size uint64) {
	if t.context == nil || c.Result.Bits == 0 {
		return
	}
	target := c.Args[0].Bits
	t.context.mapped.set(importMapping{address: c.Result.Bits, size: size, target: target, buffer: t.context.buffer(target), offset: offset})
	if len(t.context.mapped.list) > mostMapped {
		x.fail(errRemembered)
	}
}

func (x *importer) unmapped(t *importThread, c *events.Call) {
	if t.context != nil {
		t.context.mapped.drop(map[uint64]bool{t.context.buffer(c.Args[0].Bits): true})
	}
}

// copied handles memcpy, with which apitrace records what the program wrote to a mapped buffer: dest, src, n. Data for an unknown
// buffer is lost.
func (x *importer) copied(t *importThread, c *events.Call) bool {
	if len(c.Args) < 2 {
		return false
	}
	data := c.Bytes(c.Args[1])
	if len(data) == 0 {
		return false
	}
	var m *importMapping
	if t.context != nil {
		m = t.context.mapped.find(c.Args[0].Bits)
	}
	if m == nil {
		x.result.Lost++
		return false
	}
	at := c.Args[0].Bits - m.address
	data = data[:min(uint64(len(data)), m.size-at)]
	args := append(numbers(m.target, m.buffer, m.offset+at, uint64(len(data))), x.dataOf(data))
	x.synthetic(t, "gltrace.Mapped", args...)
	return false
}
