package format

import (
	"encoding/binary"
	"errors"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// errFull is the error for a call that does not fit into the batch.
var errFull = errors.New("the batch is full")

// Builder builds the columns of a batch.
type Builder struct {
	Head

	count     int
	functions []byte
	used      []uint32
	place     map[uint32]byte
	before    [][]uint64
	untimed   bool
	end       uint64 // end of the last timed call
	flaggedAt int

	function, starts, durations, ints, floats, flagged, captures []byte
}

// Begin starts a new batch. In an untimed batch, only calls with FLAG_TIMED have times.
func (b *Builder) Begin(h Head, untimed bool) {
	*b = Builder{Head: h, untimed: untimed, end: h.Start, place: map[uint32]byte{},
		function: b.function[:0], starts: b.starts[:0], durations: b.durations[:0], ints: b.ints[:0],
		floats: b.floats[:0], flagged: b.flagged[:0], captures: b.captures[:0]}
}

// Len returns the number of calls.
func (b *Builder) Len() int { return b.count }

// Size returns the approximate size of the calls in bytes.
func (b *Builder) Size() int {
	return len(b.functions) + len(b.function) + len(b.starts) + len(b.durations) + len(b.ints) + len(b.floats) + len(b.flagged) + len(b.captures)
}

// Define adds the definition of a function to the batch.
func (b *Builder) Define(f *tracepb.Function) error {
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(f)
	b.functions = protowire.AppendTag(b.functions, fieldFunctions, protowire.BytesType)
	b.functions = protowire.AppendBytes(b.functions, body)
	return err
}

// Used returns the IDs of the functions of the calls.
func (b *Builder) Used() []uint32 { return b.used }

// Fits reports whether one more call fits, whichever of the given, distinct functions it calls.
func (b *Builder) Fits(functions ...uint32) bool {
	n := len(b.used)
	for _, id := range functions {
		if _, known := b.place[id]; !known {
			n++
		}
	}
	return b.count < MaxCalls && n <= MaxUsed
}

// Add appends a call.
func (b *Builder) Add(c *Call) error {
	if !b.Fits(c.Function) {
		return errFull
	}
	at, ok := b.place[c.Function]
	if !ok {
		at = byte(len(b.used))
		b.place[c.Function] = at
		b.used, b.before = append(b.used, c.Function), append(b.before, make([]uint64, len(c.Layout)))
	}
	b.function = append(b.function, at)
	b.addFlags(c)
	if !b.untimed || c.Flags&tracepb.CallFlag_FLAG_TIMED != 0 {
		b.starts = binary.AppendUvarint(b.starts, zigzag(c.Start-b.end))
		b.durations = binary.AppendUvarint(b.durations, c.End-c.Start)
		b.end = c.End
	}
	b.addCells(c, b.before[at])
	b.count++
	return nil
}

func (b *Builder) addCells(c *Call, before []uint64) {
	for i, cell := range c.Layout {
		switch {
		case isFloat(cell):
			b.floats = binary.LittleEndian.AppendUint32(b.floats, uint32(c.Cells[i]))
		case isInt(cell):
			v := extend(cell, c.Cells[i])
			b.ints = binary.AppendUvarint(b.ints, zigzag(v-before[i]))
			before[i] = v
		}
	}
}

func (b *Builder) addFlags(c *Call) {
	if c.Flags == 0 {
		return
	}
	b.flagged = binary.AppendUvarint(b.flagged, uint64(b.count-b.flaggedAt))
	b.flagged = binary.AppendUvarint(b.flagged, uint64(c.Flags))
	b.flaggedAt = b.count
	if c.Flags&tracepb.CallFlag_FLAG_CAPTURES == 0 {
		return
	}
	b.captures = binary.AppendUvarint(b.captures, uint64(len(c.Captures)))
	for _, one := range c.Captures {
		b.captures = binary.AppendUvarint(b.captures, uint64(one.Param)<<3|uint64(one.Kind))
		if one.Kind != tracepb.Capture_CAPTURE_DATA {
			continue
		}
		b.captures = binary.AppendUvarint(b.captures, one.Size)
		b.captures = binary.AppendUvarint(b.captures, uint64(len(one.Payloads)))
		for _, id := range one.Payloads {
			b.captures = binary.AppendUvarint(b.captures, id)
		}
	}
}

// Body returns the encoded message.
func (b *Builder) Body() []byte {
	out := make([]byte, 0, b.Size()+128+5*len(b.used))
	for _, f := range []struct {
		field protowire.Number
		value uint64
	}{
		{fieldThread, uint64(b.Thread)}, {fieldSequence, b.Sequence}, {fieldFirst, b.First}, {fieldDropped, b.Dropped},
		{fieldUncaptured, b.Uncaptured}, {fieldContext, uint64(b.Context)}, {fieldStart, b.Start}, {fieldCount, uint64(b.count)},
	} {
		if f.value != 0 {
			out = protowire.AppendVarint(protowire.AppendTag(out, f.field, protowire.VarintType), f.value)
		}
	}
	out = append(out, b.functions...)
	var used []byte
	for _, id := range b.used {
		used = binary.AppendUvarint(used, uint64(id))
	}
	for _, f := range []struct {
		field  protowire.Number
		column []byte
	}{
		{fieldUsed, used}, {fieldFunction, b.function}, {fieldStarts, b.starts}, {fieldDurations, b.durations}, {fieldInts, b.ints},
		{fieldFloats, b.floats}, {fieldFlagged, b.flagged}, {fieldCaptures, b.captures},
	} {
		if len(f.column) > 0 {
			out = protowire.AppendBytes(protowire.AppendTag(out, f.field, protowire.BytesType), f.column)
		}
	}
	return out
}
