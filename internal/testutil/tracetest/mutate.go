package tracetest

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// wrong are values that are wrong at most places.
var wrong = []uint64{0, 1, 2, 7, 8, 255, 1 << 16, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1}

// toggled are the flags that readers treat specially.
var toggled = []tracepb.CallFlag{tracepb.CallFlag_FLAG_SYNTHETIC, tracepb.CallFlag_FLAG_ATTACH, tracepb.CallFlag_FLAG_SNAPSHOT}

// mutations change one random place of a recording. Bytes and the size of captures are rarely accepted by readers, so they have few
// places in the list.
var mutations = []func(*rand.Rand, *Edited){
	changeValue, changeValue, changeValue, nearValue, nearValue, otherValue, otherValue,
	removeCall, repeatCall, swapCalls, otherContextOrThread, changeFlags,
	changeCapture, otherPayload, changePayload, changePayload, resizePayload, changeByte,
}

// Mutate returns a recording with up to six random changes: of values, captures, threads, flags and the order of calls, of data, and of
// bytes.
func Mutate(r *rand.Rand, recording []byte) []byte {
	e, err := Edit(recording)
	must(err)
	for range 1 + r.IntN(6) {
		mutations[r.IntN(len(mutations))](r, e)
	}
	return e.Bytes()
}

// pick returns a random element, or nil of an empty list.
func pick[T any](r *rand.Rand, list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[r.IntN(len(list))]
}

// anyCall returns a random call and its batch. The batch is nil if it has no calls.
func anyCall(r *rand.Rand, e *Edited) (b *EditedBatch, i int) {
	total := 0
	for _, b := range e.Batches {
		total += len(b.Calls)
	}
	if total == 0 {
		return nil, 0
	}
	i = r.IntN(total)
	for _, b := range e.Batches {
		if i < len(b.Calls) {
			return b, i
		}
		i -= len(b.Calls)
	}
	return nil, 0
}

// anyValue returns a random cell of a random call, or nil.
func anyValue(r *rand.Rand, e *Edited) *uint64 {
	b, i := anyCall(r, e)
	if b == nil {
		return nil
	}
	return pick(r, b.Calls[i].Cells)
}

// anyCapture returns a random capture of a random call that has some, or nil.
func anyCapture(r *rand.Rand, e *Edited) *format.Capture {
	var all []*format.Capture
	for _, b := range e.Batches {
		for _, c := range b.Calls {
			for i := range c.Captures {
				all = append(all, &c.Captures[i])
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return *pick(r, all)
}

func changeValue(r *rand.Rand, e *Edited) {
	if v := anyValue(r, e); v != nil {
		*v = *pick(r, wrong)
	}
}

func nearValue(r *rand.Rand, e *Edited) {
	if v := anyValue(r, e); v != nil {
		*v += uint64(r.IntN(33)) - 16
	}
}

func otherValue(r *rand.Rand, e *Edited) {
	if v, other := anyValue(r, e), anyValue(r, e); v != nil && other != nil {
		*v = *other
	}
}

func removeCall(r *rand.Rand, e *Edited) {
	if b, i := anyCall(r, e); b != nil {
		b.Calls = slices.Delete(b.Calls, i, i+1)
	}
}

func repeatCall(r *rand.Rand, e *Edited) {
	if b, i := anyCall(r, e); b != nil {
		c := b.Calls[i]
		c.Cells, c.Captures = slices.Clone(c.Cells), slices.Clone(c.Captures)
		b.Calls = slices.Insert(b.Calls, r.IntN(len(b.Calls)+1), c)
	}
}

func swapCalls(r *rand.Rand, e *Edited) {
	if b, i := anyCall(r, e); b != nil {
		j := r.IntN(len(b.Calls))
		b.Calls[i], b.Calls[j] = b.Calls[j], b.Calls[i]
	}
}

// otherContextOrThread gives a batch the context of another batch, or its place in a thread.
func otherContextOrThread(r *rand.Rand, e *Edited) {
	if b := pick(r, e.Batches); b != nil {
		if other := *pick(r, e.Batches); r.IntN(2) == 0 {
			(*b).Context = other.Context
		} else {
			(*b).Thread, (*b).Sequence, (*b).First = other.Thread, other.Sequence, other.First
		}
	}
}

func changeFlags(r *rand.Rand, e *Edited) {
	if b, i := anyCall(r, e); b != nil {
		b.Calls[i].Flags ^= *pick(r, toggled)
	}
}

func changeCapture(r *rand.Rand, e *Edited) {
	c := anyCapture(r, e)
	if c == nil {
		return
	}
	switch r.IntN(3) {
	case 0:
		c.Size += uint64(r.IntN(9)) - 4
	case 1:
		c.Kind = tracepb.Capture(r.IntN(len(tracepb.Capture_name)))
	default:
		c.Param = r.IntN(12)
	}
}

func otherPayload(r *rand.Rand, e *Edited) {
	if c, other := anyCapture(r, e), anyCapture(r, e); c != nil {
		c.Payloads, c.Size = other.Payloads, other.Size
	}
}

func changePayload(r *rand.Rand, e *Edited) {
	p := pick(r, e.Payloads)
	if p == nil || len((*p).Content) == 0 {
		return
	}
	content := bytes.Clone((*p).Content)
	if at := r.IntN(len(content)); r.IntN(2) == 0 {
		content[at] ^= 1 << r.IntN(8)
	} else {
		for i, v := at&^3, *pick(r, wrong); i < min(len(content), at&^3+8); i++ {
			content[i], v = byte(v), v>>8
		}
	}
	(*p).Content = content
}

// resizePayload changes the size of data, with the sizes of the captures that have only this data.
func resizePayload(r *rand.Rand, e *Edited) {
	c := anyCapture(r, e)
	if c == nil || len(c.Payloads) != 1 {
		return
	}
	p := e.Payload(c.Payloads[0])
	if p == nil {
		return
	}
	p.Content = append(bytes.Clone(p.Content), make([]byte, 8)...)[:r.IntN(len(p.Content)+9)]
	for _, b := range e.Batches {
		for _, one := range b.Calls {
			for i, capture := range one.Captures {
				if slices.Equal(capture.Payloads, c.Payloads) {
					one.Captures[i].Size = uint64(len(p.Content))
				}
			}
		}
	}
}

// changeByte changes a byte of an encoded chunk.
func changeByte(r *rand.Rand, e *Edited) {
	for i := r.IntN(max(len(e.chunks), 1)); i < len(e.chunks); i++ {
		c, isOther := e.chunks[i].(format.Chunk)
		if b, isBatch := e.chunks[i].(*EditedBatch); isBatch {
			c = format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: b.Thread, Body: b.body()}
		} else if !isOther {
			continue
		}
		if len(c.Body) > 0 {
			c.Body[r.IntN(len(c.Body))] = byte(r.IntN(256))
			e.chunks[i] = c
			return
		}
	}
}
