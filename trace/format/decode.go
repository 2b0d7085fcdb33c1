package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Calls has the decoded calls of a batch, in the order in which they ended.
type Calls struct {
	Function []byte             // index in Used, by call
	Flags    []tracepb.CallFlag // nil if no call has flags
	Timed    []bool             // nil if AllTimed applies to all calls
	AllTimed bool
	Starts   []uint64 // ticks; for an untimed call, the end of the last timed call
	Ends     []uint64

	at           []uint32 // start of the cells of each call
	cells        []uint64
	firstCapture []uint32 // index of the first capture of each call; nil if no call has captures
	captures     []Capture
	payloads     []uint64 // of all captures
	taken        int      // captures and payloads
}

// Cells returns the values of the parameters and the result of call i.
func (c *Calls) Cells(i int) []uint64 { return c.cells[c.at[i]:c.at[i+1]:c.at[i+1]] }

// Call returns call i. used and layouts are those of the batch.
func (c *Calls) Call(i int, used []uint32, layouts []Layout) Call {
	at := c.Function[i]
	return Call{Function: used[at], Layout: layouts[at], Cells: c.Cells(i), Timed: c.IsTimed(i),
		Start: c.Starts[i], End: c.Ends[i], Flags: c.Flag(i), Captures: c.Captures(i)}
}

// Size returns the approximate size in memory, in bytes.
func (c *Calls) Size() int {
	const perBatch, perCall, perCapture = 1024, 32, 64
	return perBatch + perCall*len(c.Function) + 8*len(c.cells) + 4*len(c.firstCapture) + perCapture*c.taken
}

// IsTimed reports whether the start and end of call i are known.
func (c *Calls) IsTimed(i int) bool {
	if c.Timed == nil {
		return c.AllTimed
	}
	return c.Timed[i]
}

// Flag returns the flags of call i.
func (c *Calls) Flag(i int) tracepb.CallFlag {
	if c.Flags == nil {
		return 0
	}
	return c.Flags[i]
}

// Decode decodes all columns. layouts are the layouts of Used.
func (b *Batch) Decode(layouts []Layout) (*Calls, error) {
	c := &Calls{}
	return c, b.DecodeInto(c, layouts)
}

// DecodeInto is like Decode, but uses the memory of calls that are not needed any more. After an error, they are not valid.
func (b *Batch) DecodeInto(c *Calls, layouts []Layout) error {
	if err := b.SkimInto(c, layouts); err != nil {
		return err
	}
	return b.readCells(c, layouts)
}

// Skim decodes all columns except parameters and results, whose number it checks.
func (b *Batch) Skim(layouts []Layout) (*Calls, error) {
	c := &Calls{}
	return c, b.SkimInto(c, layouts)
}

// SkimInto is like Skim, but uses the memory of calls as DecodeInto does.
func (b *Batch) SkimInto(c *Calls, layouts []Layout) error {
	if err := b.check(layouts); err != nil {
		return err
	}
	if err := b.readFlagsAndTimes(c); err != nil {
		return err
	}
	return b.readCaptures(c, layouts)
}

// Times decodes only flags and times.
func (b *Batch) Times() (*Calls, error) {
	c := &Calls{}
	return c, b.readFlagsAndTimes(c)
}

// sized returns a list of n elements with any values, in the memory of an old list if that is large enough.
func sized[T any](old []T, n int) []T {
	if n <= cap(old) {
		return old[:n]
	}
	return make([]T, n)
}

// check checks that the columns have the length that the calls require.
func (b *Batch) check(layouts []Layout) error {
	var calls [MaxUsed]int
	for _, at := range b.function {
		calls[at]++
	}
	if len(layouts) != len(b.Used) {
		return fmt.Errorf("got %d layouts for the %d functions of the batch", len(layouts), len(b.Used))
	}
	ints, floats := 0, 0
	for i, l := range layouts {
		if !l.IsValid() { // its cells would be in no column, and so not be counted
			return fmt.Errorf("the batch uses function %d, which is not defined in the recording", b.Used[i])
		}
		ints += calls[i] * l.in(isInt)
		floats += calls[i] * l.in(isFloat)
	}
	if ints+floats > maxCells {
		return fmt.Errorf("the calls of the batch have more than %d parameters in total", maxCells)
	}
	if n := varints(b.ints); n != ints {
		return fmt.Errorf("the batch has %d integers but its calls need %d", n, ints)
	}
	if len(b.floats) != 4*floats {
		return fmt.Errorf("the batch has %d bytes of floats but its calls need %d", len(b.floats), 4*floats)
	}
	return nil
}

// varints returns the number of varints, or -1 if the last one is incomplete.
func varints(column []byte) int {
	if len(column) > 0 && column[len(column)-1] >= 0x80 {
		return -1
	}
	const high = 0x8080808080808080
	n := 0
	for ; len(column) >= 8; column = column[8:] {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(column) & high)
	}
	for _, c := range column {
		n += int(^c >> 7)
	}
	return n
}

// readCells decodes the parameters and results.
func (b *Batch) readCells(c *Calls, layouts []Layout) error {
	var before [MaxUsed][]uint64
	total := 0
	for _, l := range layouts {
		total += len(l)
	}
	values := make([]uint64, total)
	for i, l := range layouts {
		before[i], values = values[:len(l)], values[len(l):]
	}
	total = 0
	c.at = sized(c.at, b.Count+1)
	for i, at := range b.function {
		c.at[i] = uint32(total)
		total += len(layouts[at])
	}
	c.at[b.Count] = uint32(total)
	c.cells = sized(c.cells, total)
	ints, floats, out := b.ints, b.floats, c.cells
	for _, at := range b.function {
		last := before[at]
		for i, cell := range layouts[at] {
			switch {
			case isFloat(cell):
				out[i] = uint64(binary.LittleEndian.Uint32(floats))
				floats = floats[4:]
			case isInt(cell):
				var v uint64
				if len(ints) > 0 && ints[0] < 0x80 { // most differences are small
					v, ints = uint64(ints[0]), ints[1:]
				} else {
					n := 0
					if v, n = binary.Uvarint(ints); n <= 0 {
						return errors.New("invalid integer in the batch")
					}
					ints = ints[n:]
				}
				last[i] = extend(cell, last[i]+unzigzag(v))
				out[i] = last[i]
			default:
				out[i] = 0
			}
		}
		out = out[len(last):]
	}
	return nil
}

func unzigzag(v uint64) uint64 { return v>>1 ^ -(v & 1) }

func zigzag(v uint64) uint64 { return v<<1 ^ uint64(int64(v)>>63) }

// uvarint decodes a varint, with a fast path for one byte.
func uvarint(b []byte) (uint64, int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return binary.Uvarint(b)
}
