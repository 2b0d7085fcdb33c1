package format

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Batch is a batch whose columns are located, but not decoded.
type Batch struct {
	Head
	Count     int
	Functions []*tracepb.Function // functions that the batch defines
	Used      []uint32

	defined   int
	function  []byte
	starts    []byte
	durations []byte
	ints      []byte
	floats    []byte
	flagged   []byte
	captures  []byte
	used      []byte
}

// Field numbers in gltrace.proto.
const (
	fieldThread     protowire.Number = 1
	fieldSequence   protowire.Number = 2
	fieldFirst      protowire.Number = 3
	fieldDropped    protowire.Number = 4
	fieldUncaptured protowire.Number = 5
	fieldContext    protowire.Number = 6
	fieldStart      protowire.Number = 7
	fieldCount      protowire.Number = 8
	fieldFunctions  protowire.Number = 9
	fieldUsed       protowire.Number = 10
	fieldFunction   protowire.Number = 11
	fieldStarts     protowire.Number = 12
	fieldDurations  protowire.Number = 13
	fieldInts       protowire.Number = 14
	fieldFloats     protowire.Number = 15
	fieldFlagged    protowire.Number = 16
	fieldCaptures   protowire.Number = 17
)

// column returns the column of a field, or nil if the field is not a column.
func (b *Batch) column(n protowire.Number) *[]byte {
	switch n {
	case fieldUsed:
		return &b.used
	case fieldFunction:
		return &b.function
	case fieldStarts:
		return &b.starts
	case fieldDurations:
		return &b.durations
	case fieldInts:
		return &b.ints
	case fieldFloats:
		return &b.floats
	case fieldFlagged:
		return &b.flagged
	case fieldCaptures:
		return &b.captures
	}
	return nil
}

// Parse locates the columns of a batch. They refer to body, unless a column has several pieces.
func Parse(body []byte) (*Batch, error) {
	b := &Batch{}
	for f, err := range Fields(body) {
		if err == nil {
			err = b.field(f)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, b.complete()
}

func (b *Batch) field(f Field) error {
	to := b.column(f.Number)
	switch {
	case to != nil && *to == nil:
		*to = f.Content
	case to != nil:
		*to = append(*to, f.Content...)
	case f.Number == fieldFunctions && f.Type == protowire.BytesType:
		return b.define(f.Content)
	case f.Type == protowire.VarintType:
		b.number(f.Number, f.Uint())
	}
	return nil
}

func (b *Batch) define(body []byte) error {
	if b.defined += len(body) + 1; b.defined > maxDefinitions {
		return fmt.Errorf("the function definitions of the batch exceed %d bytes", maxDefinitions)
	}
	f := &tracepb.Function{}
	b.Functions = append(b.Functions, f)
	return proto.Unmarshal(body, f)
}

func (b *Batch) number(n protowire.Number, v uint64) {
	switch n {
	case fieldThread:
		b.Thread = uint32(v)
	case fieldSequence:
		b.Sequence = v
	case fieldFirst:
		b.First = v
	case fieldDropped:
		b.Dropped = v
	case fieldUncaptured:
		b.Uncaptured = v
	case fieldContext:
		b.Context = uint32(v)
	case fieldStart:
		b.Start = v
	case fieldCount:
		b.Count = int(min(v, MaxCalls+1))
	}
}

// Places returns for each call the index of its function in Used.
func (b *Batch) Places() []byte { return b.function }

// complete decodes the list of used functions and checks that each call refers to one of them.
func (b *Batch) complete() error {
	if b.Count > MaxCalls {
		return fmt.Errorf("the batch has more than %d calls", MaxCalls)
	}
	if len(b.function) != b.Count {
		return fmt.Errorf("the batch has %d calls, but lists functions for %d calls", b.Count, len(b.function))
	}
	for used := b.used; len(used) > 0; {
		v, n := protowire.ConsumeVarint(used)
		if n < 0 || len(b.Used) == MaxUsed {
			return errors.New("invalid list of functions in the batch")
		}
		b.Used, used = append(b.Used, uint32(v)), used[n:]
	}
	for _, at := range b.function {
		if int(at) >= len(b.Used) {
			return errors.New("a call refers to a function that is not in the list of the batch")
		}
	}
	return nil
}
