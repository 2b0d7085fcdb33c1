package minimize

import (
	"math/bits"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// buffer is the data of a buffer that a call sets. Each of its units that is removed halves the size.
type buffer struct {
	call     uint32
	first    uint32 // unit
	halvings int
	size     uint64
	payloads []uint64 // with the data; nil if the call has none
}

// addBuffer adds the size of a buffer, unless its data is not known.
func (r *Recording) addBuffer(c *file.Call) {
	size, _ := c.Arg("size")
	data, _ := c.Arg("data")
	if c.Function.Name != "glBufferData" || int64(size.Bits) <= 0 || data.Bits != 0 && !data.HasData() {
		return
	}
	b := buffer{call: uint32(c.Index), first: uint32(len(r.needs)), halvings: bits.Len64(size.Bits) - 1, size: size.Bits}
	if data.HasData() {
		b.payloads = data.Data.Payloads
	}
	for range b.halvings {
		r.needs = append(r.needs, []uint32{b.call})
	}
	r.buffers = append(r.buffers, b)
}

// change keeps the first part of the data of a candidate.
func (b *buffer) change(f *file.File, candidate file.Set, changes map[int]file.Change) error {
	times := missing(candidate, b.first, b.halvings)
	if times == 0 || !candidate.Has(b.call) {
		return nil
	}
	size := b.size >> times
	change := file.Change{Args: map[string]uint64{"size": size}}
	if b.payloads != nil {
		data, err := f.Payload(b.payloads)
		if err != nil {
			return err
		}
		change.Data = map[string][]byte{"data": data[:min(size, uint64(len(data)))]}
	}
	changes[int(b.call)] = change
	return nil
}
