package file

import (
	"math"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Untimed is the duration of a call of which no times were taken.
const Untimed time.Duration = -1

// Call is a call of the program, or one that the recorder made. Callers must not change it.
type Call struct {
	Index    int
	Thread   uint32
	Context  uint32 // 0 for none
	Frame    int    // -1 where no swap of its thread came any more
	Depth    int    // of calls on the same thread that it was made in
	Function *Function
	Start    time.Duration // since Hello; of an untimed call only roughly
	Duration time.Duration // or Untimed
	Flags    tracepb.CallFlag
	Args     []Value
	Result   Value
}

// Synthetic reports whether the recorder made the call, not the program.
func (c *Call) Synthetic() bool { return c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0 }

// Attach reports whether the call is part of the state that was taken when recording began.
func (c *Call) Attach() bool { return c.Flags&tracepb.CallFlag_FLAG_ATTACH != 0 }

// Value is a parameter or result. Param.Cell says what Bits are.
type Value struct {
	Bits uint64
	Data *Data // nil where nothing is known of it
}

// Int is the value of a signed number.
func (v Value) Int() int64 { return int64(v.Bits) }

// Uint is the value of an unsigned number, enum, handle or address.
func (v Value) Uint() uint64 { return v.Bits }

// Float is the value of a float.
func (v Value) Float() float32 { return math.Float32frombits(uint32(v.Bits)) }

// Data is what a pointer leads to. Where Capture is CAPTURE_UNKNOWN, the first value may still be there.
type Data struct {
	Capture  tracepb.Capture
	Size     uint64
	Payloads []uint64 // for File.Payload
}
