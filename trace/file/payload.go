package file

import (
	"fmt"
	"sort"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// maxTogether is the maximum size of joined payloads in bytes.
const maxTogether = 256 << 20

// payloads has the positions of payloads by ID. Recorders assign ascending IDs.
type payloads struct {
	ascending pages[numbered]
	others    map[uint64]reference // those with a lower ID than an earlier one
}

type numbered struct {
	id uint64
	reference
}

func (p *payloads) find(id uint64) (reference, bool) {
	i := sort.Search(p.ascending.n, func(i int) bool { return p.ascending.at(i).id >= id })
	if i < p.ascending.n && p.ascending.at(i).id == id {
		return p.ascending.at(i).reference, true
	}
	at, ok := p.others[id]
	return at, ok
}

// payload adds the position of a payload to the index. Of several payloads with one ID, the first counts.
func (x *index) payload(body []byte, at reference) error {
	id, _, err := format.Payload(body)
	if err != nil {
		return err
	}
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
			err = x.payload(one, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// group has the chunk with several payloads that was read last: a program's next data is mostly in the same one.
type group struct {
	mu     sync.Mutex
	offset int64
	body   []byte // nil if none was read
}

func (g *group) get(offset int64) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.offset != offset {
		return nil
	}
	return g.body
}

func (g *group) set(offset int64, body []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.offset, g.body = offset, body
}

// payload reads the content of a payload from its chunk.
func (f *File) payload(id uint64, at reference) ([]byte, error) {
	if body := f.group.get(at.offset); body != nil {
		return grouped(body, id)
	}
	c, err := format.ReadAt(f.r, at.offset, at.size)
	if err != nil {
		return nil, err
	}
	switch c.Type {
	case tracepb.ChunkType_CHUNK_PAYLOADS:
		f.group.set(at.offset, c.Body)
		return grouped(c.Body, id)
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		if got, content, err := format.Payload(c.Body); err == nil && got == id {
			return content, nil
		}
	}
	return nil, changedPayload(id)
}

// grouped returns the content of the first payload with an ID.
func grouped(body []byte, id uint64) ([]byte, error) {
	for one, err := range format.Payloads(body) {
		if err != nil {
			break
		}
		if got, content, err := format.Payload(one); err == nil && got == id {
			return content, nil
		}
	}
	return nil, changedPayload(id)
}

func changedPayload(id uint64) error {
	return fmt.Errorf("payload %d changed after it was first read", id)
}

// Payload returns the joined content of payloads, such as those of a Data. It fails if there are too many, or
// if one is missing or unreadable.
func (f *File) Payload(ids []uint64) ([]byte, error) {
	if len(ids) > maxTogether/format.MaxPayload {
		return nil, fmt.Errorf("the data consists of %d payloads; the limit is %d", len(ids), maxTogether/format.MaxPayload)
	}
	var out []byte
	for _, id := range ids {
		f.mu.RLock()
		at, ok := f.x.payloads.find(id)
		f.mu.RUnlock()
		if !ok {
			return nil, fmt.Errorf("payload %d is missing from the recording", id)
		}
		content, err := f.payload(id, at)
		if err != nil {
			return nil, err
		}
		if len(ids) == 1 {
			return content, nil
		}
		out = append(out, content...)
	}
	return out, nil
}
