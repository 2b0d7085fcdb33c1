package replay

import (
	"encoding/binary"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// maxArrays is the maximum number of client arrays of a draw; drivers have 16 to 32.
const maxArrays = 64

// keepArray keeps a client array until the draw that reads it.
func (x *writer) keepArray(c *file.Call) {
	if list := x.arrays[c.Thread]; len(list) < maxArrays {
		x.arrays[c.Thread] = append(list, c.Clone())
	}
}

// vertices writes the client arrays of a draw.
func (x *writer) vertices(draw *file.Call) {
	for _, c := range x.arrays[draw.Thread] {
		x.begin(OpVertices, c)
		for _, name := range []string{"index", "size", "type", "normalized", "integer", "stride", "first", "count", "start"} {
			v, _ := c.Arg(name)
			x.op.number(v.Bits)
		}
		x.payload(c)
	}
}

// mapped writes what the program wrote to a mapped buffer.
func (x *writer) mapped(c *file.Call) {
	x.begin(OpMapped, c)
	x.name(c, "buffer", c.Args[1].Bits)
	x.op.number(c.Args[2].Bits)
	x.payloadBy(c, x.once.Payloads)
}

// Limits of the payloads that the player keeps.
const (
	maxSlots   = 64
	mostMapped = maxSlots / 2 // payloads of an operation; the data of one with more is written as it is
)

// slots has the payloads that the player keeps: a program often writes data again to a mapped buffer, of which a part has changed. The
// script then has the difference that the recording has.
type slots struct {
	reader *file.PayloadReader
	ids    [maxSlots]uint64 // of the payload in each slot; 0 for none
	sizes  [maxSlots]int    // of these payloads, in bytes
	used   [maxSlots]int    // the last operation that uses it
	next   int
	op     int // number of the current operation
	filler Operation
}

// mapped replaces the data of an operation by slots, and writes what they have. Little data stays in the operation. It reports false if the
// recording lacks the data.
func (b *binarySink) mapped(o *Operation) (ok bool, err error) {
	if len(o.payloads) > mostMapped {
		return o.read() == nil, nil
	}
	s := &b.slots
	s.op++
	var list []byte
	for _, id := range o.payloads {
		if id == 0 {
			return false, nil
		}
		at := slices.Index(s.ids[:], id)
		if at < 0 {
			content, difference, err := s.reader.Stored(id)
			if err != nil {
				return false, nil
			}
			if difference == nil && len(content) < minKept && len(o.payloads) == 1 {
				o.replaceLast(KindData, content)
				return true, nil
			}
			if at, err = b.fill(o, id, content, difference); err != nil || at < 0 {
				return false, err
			}
		}
		s.used[at] = s.op
		list = binary.LittleEndian.AppendUint32(list, uint32(at))
	}
	o.replaceLast(KindSlots, list)
	return true, nil
}

// fill writes the operation that gives a slot a payload. It returns the slot; -1 if the recording lacks the payload.
func (b *binarySink) fill(o *Operation, id uint64, content []byte, difference *format.Difference) (slot int, err error) {
	s := &b.slots
	base := -1
	if difference != nil {
		base = slices.Index(s.ids[:], difference.Base)
	}
	size := len(content)
	switch {
	case base >= 0:
		if size = s.sizes[base]; !difference.Fits(size) {
			return -1, nil
		}
	case difference != nil:
		pieces, err := s.reader.Payloads([]uint64{id})
		if err != nil {
			return -1, nil
		}
		content, size = pieces[0], len(pieces[0])
	}
	for s.next == base || s.used[s.next] == s.op {
		s.next = (s.next + 1) % maxSlots
	}
	slot, s.next = s.next, (s.next+1)%maxSlots
	s.ids[slot], s.sizes[slot] = id, size
	one := &s.filler
	if base >= 0 {
		one.begin(OpChange, o.Thread, int(o.Call))
		one.number(uint64(slot))
		one.number(uint64(base))
		one.data(KindData, difference.Changed)
		one.data(KindData, difference.Words)
	} else {
		one.begin(OpPayload, o.Thread, int(o.Call))
		one.number(uint64(slot))
		one.data(KindData, content)
	}
	return slot, one.write(b.out)
}
