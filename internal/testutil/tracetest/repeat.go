package tracetest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// threadCounts are the batches and calls of a thread in a period.
type threadCounts struct{ batches, calls uint64 }

// repeater writes the chunks of a period again and again. Each time, calls have later times, and payloads have new IDs.
type repeater struct {
	w       *Writer
	out     *format.Writer
	chunks  []format.Chunk
	batches []*movable // of chunks; nil for a chunk of another type
	period  map[uint32]threadCounts
	round   uint64
}

// movable has the fields of a batch that change, and the encoded other ones.
type movable struct {
	sequence, first, start uint64
	captures, rest         []byte
}

// shifted returns captures whose payload IDs are higher by a number.
func shifted(captures []byte, by uint64) (out []byte, err error) {
	next := func() uint64 {
		v, n := binary.Uvarint(captures)
		if n <= 0 {
			err, n = errors.New("invalid captures"), len(captures)
		}
		captures = captures[n:]
		return v
	}
	add := func(v uint64) uint64 { out = binary.AppendUvarint(out, v); return v }
	for len(captures) > 0 {
		for range add(next()) {
			if kind := add(next()) & 7; kind != 1 { // CAPTURE_DATA
				continue
			}
			add(next())
			for range add(next()) {
				add(next() + by)
			}
		}
	}
	return out, err
}

// read reads the chunks of a period.
func (r *repeater) read(recording []byte) error {
	r.period = map[uint32]threadCounts{}
	in := format.NewReader(bytes.NewReader(recording))
	for {
		c, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		c.Body = slices.Clone(c.Body)
		var m *movable
		if c.Type == tracepb.ChunkType_CHUNK_BATCH {
			if m, err = r.batch(c); err != nil {
				return err
			}
		}
		r.chunks, r.batches = append(r.chunks, c), append(r.batches, m)
	}
}

func (r *repeater) batch(c format.Chunk) (*movable, error) {
	b, err := format.Parse(c.Body)
	if err != nil {
		return nil, err
	}
	n := r.period[c.Thread]
	r.period[c.Thread] = threadCounts{n.batches + 1, n.calls + uint64(b.Count)}
	m := &movable{sequence: b.Sequence, first: b.First, start: b.Start}
	const sequence, first, start, captures = 2, 3, 7, 17
	for body := c.Body; len(body) > 0; {
		number, kind, tag := protowire.ConsumeTag(body)
		size := tag + protowire.ConsumeFieldValue(number, kind, body[tag:])
		switch number {
		case captures:
			m.captures, _ = protowire.ConsumeBytes(body[tag:])
		case sequence, first, start:
		default:
			m.rest = append(m.rest, body[:size]...)
		}
		body = body[size:]
	}
	return m, nil
}

// write writes the period again. The first time it begins with the chunks that a recording has once.
func (r *repeater) write(length time.Duration) error {
	for i, c := range r.chunks {
		var err error
		switch {
		case c.Type == tracepb.ChunkType_CHUNK_PAYLOAD:
			id, content, _ := format.Payload(c.Body)
			err = r.out.Message(c.Type, 0, &tracepb.Payload{Id: id + r.round*r.w.payload, Content: content})
		case c.Type == tracepb.ChunkType_CHUNK_CLOCK:
			err = r.clock(c, length)
		case c.Type == tracepb.ChunkType_CHUNK_BATCH:
			if c.Body, err = r.move(r.batches[i], c.Thread, length); err == nil {
				err = r.out.Write(c)
			}
		case r.round == 0:
			err = r.out.Write(c)
		}
		if err != nil {
			return err
		}
	}
	r.round++
	return nil
}

func (r *repeater) clock(c format.Chunk, length time.Duration) error {
	m := &tracepb.Clock{}
	if err := proto.Unmarshal(c.Body, m); err != nil {
		return err
	}
	later := r.round * uint64(length)
	m.Ticks += later
	m.MonotonicNs += later
	m.RealtimeNs += later
	m.BoottimeNs += later
	return r.out.Message(c.Type, 0, m)
}

// move returns the body of a batch of the present round.
func (r *repeater) move(m *movable, thread uint32, length time.Duration) ([]byte, error) {
	n := r.period[thread]
	captures, err := shifted(m.captures, r.round*r.w.payload)
	body := slices.Clip(m.rest)
	for _, f := range []struct {
		field protowire.Number
		value uint64
	}{{2, m.sequence + r.round*n.batches}, {3, m.first + r.round*n.calls}, {7, m.start + r.round*uint64(length)}} {
		body = protowire.AppendVarint(protowire.AppendTag(body, f.field, protowire.VarintType), f.value)
	}
	if len(captures) > 0 {
		body = protowire.AppendBytes(protowire.AppendTag(body, 17, protowire.BytesType), captures)
	}
	return body, err
}
