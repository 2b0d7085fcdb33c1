package file

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// maxTogether is the maximum size of joined payloads in bytes.
const maxTogether = 256 << 20

// payloads has the positions of payloads by ID. Recorders assign ascending IDs.
type payloads struct {
	ascending pages[numbered]
	others    map[uint64]reference // those with a lower ID than an earlier one
	found     atomic.Int64         // index of the last one that was found: the next one is often the same or follows it
}

type numbered struct {
	id uint64
	reference
}

func (p *payloads) find(id uint64) (reference, bool) {
	i := int(p.found.Load())
	if !p.has(i, id) {
		if i++; !p.has(i, id) {
			i = sort.Search(p.ascending.n, func(i int) bool { return p.ascending.at(i).id >= id })
		}
		p.found.Store(int64(i))
	}
	if p.has(i, id) {
		return p.ascending.at(i).reference, true
	}
	at, ok := p.others[id]
	return at, ok
}

func (p *payloads) has(i int, id uint64) bool { return i < p.ascending.n && p.ascending.at(i).id == id }

// payload adds the position of a payload to the index. Of several payloads with one ID, the first counts.
func (x *index) payload(id uint64, at reference) error {
	p := &x.payloads
	switch last := p.ascending.last(); {
	case last == nil || id > last.id:
		p.ascending.add(numbered{id, at})
		x.totals.Payloads++
		return x.keep(24)
	default:
		if _, known := p.find(id); known {
			return nil
		}
	}
	if p.others == nil {
		p.others = map[uint64]reference{}
	}
	p.others[id] = at
	x.totals.Payloads++
	return x.keep(64)
}

// payloadGroup adds several payloads, which have the position of their chunk.
func (x *index) payloadGroup(body []byte, at reference) error {
	for one, err := range format.Payloads(body) {
		if err == nil {
			err = x.wholePayload(one, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// wholePayload adds a payload that is stored with its content.
func (x *index) wholePayload(body []byte, at reference) error {
	id, _, err := format.Payload(body)
	if err != nil {
		return err
	}
	return x.payload(id, at)
}

// difference adds a payload that is stored as the difference to an earlier one.
func (x *index) difference(body []byte, at reference) error {
	d, err := format.ParseDifference(body)
	if err != nil {
		return err
	}
	if _, known := x.payloads.find(d.Base); !known {
		return fmt.Errorf("difference to payload %d, which is not known", d.Base)
	}
	return x.payload(d.ID, at)
}

// maxPayloads is the maximum size in bytes of the chunks with payloads that are kept: programs use the same data again.
const maxPayloads = 32 << 20

// contents has the payloads of a chunk in the order of their IDs. Of several with one ID, the first counts.
type contents []payload

type payload struct {
	id      uint64
	content []byte
}

// payloadChunk is a chunk with payloads.
type payloadChunk struct {
	offset int64
	contents
}

func (c contents) find(id uint64) ([]byte, bool) {
	i, ok := slices.BinarySearchFunc(c, id, func(one payload, id uint64) int { return cmp.Compare(one.id, id) })
	if !ok {
		return nil, false
	}
	return c[i].content, true
}

// payload returns the content of a payload.
func (f *File) payload(id uint64, at reference) ([]byte, error) { return f.payloadAt(id, at, 0) }

// payloadAt is payload at a depth: the number of differences that lead from this payload to the one that was requested.
func (f *File) payloadAt(id uint64, at reference, depth int) ([]byte, error) {
	chunk := f.chunk.Load()
	if chunk == nil || chunk.offset != at.offset {
		all, ok := f.contents.get(at.offset)
		if !ok {
			c, err := format.ReadAt(f.r, at.offset, at.size)
			if err != nil {
				return nil, err
			}
			if all, err = f.contentsOf(c, depth); err != nil {
				return nil, err
			}
			size := len(c.Body)
			for _, one := range all {
				size += len(one.content)
			}
			f.contents.add(at.offset, all, size, maxPayloads)
		}
		chunk = &payloadChunk{at.offset, all}
		f.chunk.Store(chunk)
	}
	content, ok := chunk.find(id)
	if !ok {
		return nil, changedPayload(id)
	}
	return content, nil
}

// contentsOf returns the payloads of a chunk. What follows a damaged one is missing.
func (f *File) contentsOf(c format.Chunk, depth int) (contents, error) {
	var all contents
	switch c.Type {
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		all.add(c.Body)
	case tracepb.ChunkType_CHUNK_PAYLOADS:
		for one, err := range format.Payloads(c.Body) {
			if err != nil {
				break
			}
			all.add(one)
		}
		slices.SortStableFunc(all, func(a, b payload) int { return cmp.Compare(a.id, b.id) })
	case tracepb.ChunkType_CHUNK_DIFFERENCE:
		return f.changed(c.Body, depth)
	}
	return all, nil
}

// changed returns the payload of a difference.
func (f *File) changed(body []byte, depth int) (contents, error) {
	d, err := format.ParseDifference(body)
	if err != nil {
		return nil, err
	}
	if depth == format.MaxDifferences {
		return nil, fmt.Errorf("payload %d is the difference to another difference, and so on, more than %d times", d.ID, format.MaxDifferences)
	}
	at, err := f.placeOf(d.Base)
	if err != nil {
		return nil, err
	}
	base, err := f.payloadAt(d.Base, at, depth+1)
	if err != nil {
		return nil, err
	}
	content, err := d.Apply(base, nil)
	if err != nil {
		return nil, fmt.Errorf("payload %d: %w", d.ID, err)
	}
	return contents{{d.ID, content}}, nil
}

// placeOf returns the position of a payload.
func (f *File) placeOf(id uint64) (reference, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	at, ok := f.x.payloads.find(id)
	if !ok {
		return reference{}, fmt.Errorf("payload %d is missing from the recording", id)
	}
	return at, nil
}

// markLost changes the captures of calls whose payloads were in damaged chunks. In a recording without damage, no payload is missing.
func (f *File) markLost(calls *format.Calls) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.x.totals.Damaged == 0 {
		return
	}
	isMissing := func(id uint64) bool {
		_, known := f.x.payloads.find(id)
		return !known
	}
	for i := range calls.Function {
		captures := calls.Captures(i)
		for n := range captures {
			if c := &captures[n]; slices.ContainsFunc(c.Payloads, isMissing) {
				c.Kind, c.Payloads = tracepb.Capture_CAPTURE_LOST, nil
			}
		}
	}
}

func (c *contents) add(body []byte) {
	if id, content, err := format.Payload(body); err == nil {
		*c = append(*c, payload{id, content})
	}
}

func changedPayload(id uint64) error {
	return fmt.Errorf("payload %d changed after it was first read", id)
}

// Payload returns the joined content of payloads, such as those of a Data. It fails as Payloads does.
func (f *File) Payload(ids []uint64) ([]byte, error) {
	pieces, err := f.Payloads(ids)
	if len(pieces) == 1 {
		return pieces[0], nil
	}
	return slices.Concat(pieces...), err
}

// Payloads returns the content of each payload. It fails if there are too many, or if one is missing or unreadable.
func (f *File) Payloads(ids []uint64) ([][]byte, error) { return f.payloadsBy(ids, f.payload) }

// payloadsBy is Payloads with a function that reads one of them.
func (f *File) payloadsBy(ids []uint64, read func(uint64, reference) ([]byte, error)) ([][]byte, error) {
	if len(ids) > maxTogether/format.MaxPayload {
		return nil, fmt.Errorf("the data consists of %d payloads; the limit is %d", len(ids), maxTogether/format.MaxPayload)
	}
	out := make([][]byte, 0, len(ids))
	for _, id := range ids {
		at, err := f.placeOf(id)
		if err != nil {
			return nil, err
		}
		content, err := read(id, at)
		if err != nil {
			return nil, err
		}
		out = append(out, content)
	}
	return out, nil
}

// Words returns the data of a value as numbers of 32 bits. It reads at most 64 KiB.
func (f *File) Words(v Value) (out []uint32, err error) {
	if !v.HasData() {
		return nil, nil
	}
	data, err := f.Payload(v.Data.Payloads[:min(1, len(v.Data.Payloads))])
	for ; len(data) >= 4; data = data[4:] {
		out = append(out, binary.LittleEndian.Uint32(data))
	}
	return out, err
}
