package format

import (
	"errors"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

var errCaptures = errors.New("the captured data of the batch does not match its calls")

// Captures describes the data of a call's parameters.
func (c *Calls) Captures(i int) []Capture {
	if c.firstCapture == nil {
		return nil
	}
	from, to := c.firstCapture[i], c.firstCapture[i+1]
	if from == to {
		return nil
	}
	return c.captures[from:to:to]
}

// captureReader reads the numbers of the column. bad is set after an invalid number.
type captureReader struct {
	rest []byte
	room int
	bad  bool
	all  []Capture
	ids  []uint64 // payloads of all captures
}

// reserve reports whether at least n bytes are left: each of n elements takes one byte or more.
func (r *captureReader) reserve(n uint64) bool {
	if n > uint64(len(r.rest)) || n > uint64(r.room) {
		return false
	}
	r.room -= int(n)
	return true
}

func (r *captureReader) next() uint64 {
	v, n := uvarint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (b *Batch) readCaptures(c *Calls, layouts []Layout) error {
	r := captureReader{rest: b.captures, room: maxCaptures, all: c.captures[:0], ids: c.payloads[:0]}
	memory := c.firstCapture
	c.firstCapture = nil
	n := 0
	for _, f := range c.Flags {
		n += int(f>>1) & 1 // FLAG_CAPTURES
	}
	if n > 0 {
		c.firstCapture = sized(memory, len(c.Flags)+1)
		r.all, r.ids = sized(c.captures, n)[:0], sized(c.payloads, n)[:0]
		for i, f := range c.Flags {
			c.firstCapture[i] = uint32(len(r.all))
			if f&tracepb.CallFlag_FLAG_CAPTURES != 0 && !r.call(len(layouts[b.function[i]])) {
				return errCaptures
			}
		}
		c.firstCapture[len(c.Flags)] = uint32(len(r.all))
	}
	if len(r.rest) > 0 {
		return errCaptures
	}
	c.captures, c.payloads, c.taken = r.all, r.ids, maxCaptures-r.room
	return nil
}

// call reads the captures of one call.
func (r *captureReader) call(params int) bool {
	n := r.next()
	if !r.reserve(n) {
		return false
	}
	for range n {
		v := r.next()
		one := Capture{Param: int(min(v>>3, 1<<20)), Kind: tracepb.Capture(v & 7)}
		if one.Param >= params {
			return false
		}
		if one.Kind == tracepb.Capture_CAPTURE_DATA {
			one.Size = r.next()
			payloads := r.next()
			if !r.reserve(payloads) {
				return false
			}
			first := len(r.ids)
			for range payloads {
				r.ids = append(r.ids, r.next())
			}
			if payloads > 0 {
				one.Payloads = r.ids[first:len(r.ids):len(r.ids)]
			}
		}
		r.all = append(r.all, one)
	}
	return !r.bad
}
