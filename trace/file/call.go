package file

import (
	"math"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Untimed is the duration of a call without recorded times.
const Untimed time.Duration = -1

// Call is a call of the program or of the recorder. Callers must not modify it.
type Call struct {
	Index    int
	Thread   uint32
	Context  uint32 // 0 for none
	Frame    int    // -1 if no swap of its thread follows
	Depth    int    // number of enclosing calls on the same thread
	Function *Function
	Start    time.Duration // time since Hello; approximate for an untimed call
	Duration time.Duration // or Untimed
	Flags    tracepb.CallFlag
	Args     []Value
	Result   Value
}

// Clone returns a copy of a call that a [CallReader] read.
func (c *Call) Clone() *Call {
	out := *c
	out.Args = make([]Value, len(c.Args))
	for i, v := range c.Args {
		out.Args[i] = v.clone()
	}
	out.Result = c.Result.clone()
	return &out
}

func (v Value) clone() Value {
	if v.Data != nil {
		v.Data = &Data{v.Data.Capture, v.Data.Size, slices.Clone(v.Data.Payloads)}
	}
	return v
}

// Synthetic reports whether the recorder made the call, not the program.
func (c *Call) Synthetic() bool { return c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0 }

// Attach reports whether the call is part of the state that the recorder captured when recording began.
func (c *Call) Attach() bool { return c.Flags&tracepb.CallFlag_FLAG_ATTACH != 0 }

// Snapshot reports whether the call is part of the state that the recorder captured again during the recording.
func (c *Call) Snapshot() bool { return c.Flags&tracepb.CallFlag_FLAG_SNAPSHOT != 0 }

// Value is a parameter or result. Param.Cell defines the format of Bits.
type Value struct {
	Bits uint64
	Data *Data // nil if nothing is known about the data
}

// Int returns the value of a signed integer.
func (v Value) Int() int64 { return int64(v.Bits) }

// Uint returns the value of an unsigned integer, enum, handle or address.
func (v Value) Uint() uint64 { return v.Bits }

// Float returns the value of a floating-point number.
func (v Value) Float() float32 { return math.Float32frombits(uint32(v.Bits)) }

// Data is the data that a pointer refers to. If Capture is CAPTURE_UNKNOWN, the first value may still be
// available.
type Data struct {
	Capture  tracepb.Capture
	Size     uint64
	Payloads []uint64 // IDs for File.Payload
}

// CapturedSize returns the size of the captured data in bytes, at most 1 GiB: the size in a damaged recording
// can be any number. It is 0 if no data was captured.
func (v Value) CapturedSize() int64 {
	if v.Data == nil || len(v.Data.Payloads) == 0 {
		return 0
	}
	return int64(min(v.Data.Size, 1<<30))
}
