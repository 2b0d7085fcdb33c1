package format

import (
	"errors"
	"sort"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

var errCaptures = errors.New("the captured data of the batch does not match its calls")

// Captures describes the data of a call's parameters.
func (c *Calls) Captures(i int) []Capture {
	at := sort.Search(len(c.captured), func(k int) bool { return int(c.captured[k]) >= i })
	if at == len(c.captured) || int(c.captured[at]) != i {
		return nil
	}
	return c.captures[at]
}

// captureReader reads the numbers of the column. failed is set after an invalid number.
type captureReader struct {
	rest []byte
	room int
	bad  bool
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
	r := captureReader{rest: b.captures, room: maxCaptures}
	for i, f := range c.Flags {
		if f&tracepb.CallFlag_FLAG_CAPTURES == 0 {
			continue
		}
		one, ok := r.call(len(layouts[b.function[i]]))
		if !ok {
			return errCaptures
		}
		c.captured, c.captures = append(c.captured, uint32(i)), append(c.captures, one)
	}
	if len(r.rest) > 0 {
		return errCaptures
	}
	c.taken = maxCaptures - r.room
	return nil
}

// call reads the captures of one call.
func (r *captureReader) call(params int) ([]Capture, bool) {
	n := r.next()
	if !r.reserve(n) {
		return nil, false
	}
	all := make([]Capture, 0, n)
	for range n {
		v := r.next()
		one := Capture{Param: int(min(v>>3, 1<<20)), Kind: tracepb.Capture(v & 7)}
		if one.Param >= params {
			return nil, false
		}
		if one.Kind == tracepb.Capture_CAPTURE_DATA {
			one.Size = r.next()
			payloads := r.next()
			if !r.reserve(payloads) {
				return nil, false
			}
			for range payloads {
				one.Payloads = append(one.Payloads, r.next())
			}
		}
		all = append(all, one)
	}
	return all, !r.bad
}
