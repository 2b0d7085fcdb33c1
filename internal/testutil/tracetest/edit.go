package tracetest

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Edited is a recording whose calls and payloads a test changes.
type Edited struct {
	Batches  []*EditedBatch
	Payloads []*tracepb.Payload

	functions map[uint32]*tracepb.Function
	chunks    []any // in the order of the file: *EditedBatch, *tracepb.Payload, or format.Chunk for others
}

// EditedBatch is a batch with its calls.
type EditedBatch struct {
	format.Head
	Calls []format.Call

	untimed   bool
	functions []*tracepb.Function
}

// Edit decodes a recording.
func Edit(recording []byte) (*Edited, error) {
	e := &Edited{functions: map[uint32]*tracepb.Function{}}
	for r := format.NewReader(bytes.NewReader(recording)); ; {
		c, err := r.Next()
		if errors.Is(err, io.EOF) {
			return e, nil
		}
		if err == nil {
			c.Body = bytes.Clone(c.Body)
			err = e.add(c)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (e *Edited) add(c format.Chunk) error {
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		return e.addBatch(c.Body)
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		return e.addPayload(c.Body)
	case tracepb.ChunkType_CHUNK_PAYLOADS:
		for body, err := range format.Payloads(c.Body) {
			if err == nil {
				err = e.addPayload(body)
			}
			if err != nil {
				return err
			}
		}
	case tracepb.ChunkType_CHUNK_DIFFERENCE:
		return e.addDifference(c.Body)
	default:
		e.chunks = append(e.chunks, c)
	}
	return nil
}

func (e *Edited) addPayload(body []byte) error {
	p := &tracepb.Payload{}
	e.Payloads, e.chunks = append(e.Payloads, p), append(e.chunks, p)
	return proto.Unmarshal(body, p)
}

// addDifference adds a payload that is stored as a difference with its content.
func (e *Edited) addDifference(body []byte) error {
	d, err := format.ParseDifference(body)
	if err != nil {
		return err
	}
	content, err := d.Apply(e.Payload(d.Base).GetContent(), nil)
	if err != nil {
		return err
	}
	p := &tracepb.Payload{Id: d.ID, Content: content}
	e.Payloads, e.chunks = append(e.Payloads, p), append(e.chunks, p)
	return nil
}

func (e *Edited) addBatch(body []byte) error {
	b, err := format.Parse(body)
	if err != nil {
		return err
	}
	for _, f := range b.Functions {
		e.functions[f.GetId()] = f
	}
	layouts := make([]format.Layout, len(b.Used))
	for i, id := range b.Used {
		layouts[i] = format.LayoutOf(e.functions[id])
	}
	calls, err := b.Decode(layouts)
	if err != nil {
		return err
	}
	one := &EditedBatch{Head: b.Head, untimed: !calls.AllTimed, functions: b.Functions}
	for i := range b.Count {
		one.Calls = append(one.Calls, calls.Call(i, b.Used, layouts))
	}
	e.Batches, e.chunks = append(e.Batches, one), append(e.chunks, one)
	return nil
}

// Name returns the name of the function of a call.
func (e *Edited) Name(c *format.Call) string { return e.functions[c.Function].GetName() }

// Payload returns the payload with an ID, or nil.
func (e *Edited) Payload(id uint64) *tracepb.Payload {
	for _, p := range e.Payloads {
		if p.GetId() == id {
			return p
		}
	}
	return nil
}

// ChangeByte changes a byte of the data of a capture. Other captures with the same content keep it: the capture gets a payload of its
// own.
func (e *Edited) ChangeByte(c *format.Capture, at int, mask byte) {
	for i, id := range c.Payloads {
		content := e.Payload(id).GetContent()
		if at >= len(content) {
			at -= len(content)
			continue
		}
		content = bytes.Clone(content)
		content[at] ^= mask
		c.Payloads[i] = e.addContent(content)
		return
	}
	panic("the capture has fewer bytes")
}

// addContent adds a payload before the first batch, and returns its ID.
func (e *Edited) addContent(content []byte) uint64 {
	p := &tracepb.Payload{Id: 1, Content: content}
	for _, other := range e.Payloads {
		p.Id = max(p.Id, other.GetId()+1)
	}
	first := slices.IndexFunc(e.chunks, func(chunk any) bool { _, is := chunk.(*EditedBatch); return is })
	e.Payloads, e.chunks = append(e.Payloads, p), slices.Insert(e.chunks, first, any(p))
	return p.Id
}

// Bytes returns the recording, without compression.
func (e *Edited) Bytes() []byte {
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Unpacked)
	must(err)
	for _, one := range e.chunks {
		switch c := one.(type) {
		case *EditedBatch:
			must(w.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: c.Thread, Body: c.body()}))
		case *tracepb.Payload:
			must(w.Message(tracepb.ChunkType_CHUNK_PAYLOAD, 0, c))
		case format.Chunk:
			must(w.Write(c))
		}
	}
	return out.Bytes()
}

func (b *EditedBatch) body() []byte {
	var out format.Builder
	out.Begin(b.Head, b.untimed)
	for _, f := range b.functions {
		must(out.Define(f))
	}
	for i := range b.Calls {
		must(out.Add(&b.Calls[i]))
	}
	return out.Body()
}
