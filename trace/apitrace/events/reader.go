package events

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// mostPending is the maximum number of calls that have not returned, and mostHeld that of the bytes of their arguments.
const (
	mostPending = 4096
	mostHeld    = 512 << 20
)

// Reader reads the calls of a trace.
type Reader struct {
	source
	Format  int    // version of the format
	Process string // name of the program; "" if it is unknown

	read      *counter
	calls     uint64
	functions []*Function
	defined   int // bytes of names
	enums     known
	bitmasks  known
	frames    known
	structs   map[int]int
	pending   []*Call
	held      int // bytes of pending calls
	free      []*Call
	last      *Call // which Next returned
}

// counter counts the bytes that are read.
type counter struct {
	in io.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// NewReader reads the beginning of a trace. It returns ErrFormat if the data is not a trace.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{read: &counter{in: in}, structs: map[int]int{}}
	var err error
	if r.next, err = pieces(bufio.NewReaderSize(r.read, pieceSize)); err != nil {
		return nil, err
	}
	version := r.uint()
	switch {
	case r.err != nil:
		return nil, cut(r.err)
	case version < Oldest || version > Version:
		return nil, fmt.Errorf("version %d of apitrace's format is not supported: only %d to %d are", version, Oldest, Version)
	}
	if r.Format = int(version); version == Version {
		r.properties()
	}
	return r, cut(r.err)
}

// properties reads the version of the meaning of calls, and what is known about the process.
func (r *Reader) properties() {
	r.uint()
	for r.err == nil {
		name := r.text()
		if name == "" {
			return
		}
		if value := r.text(); name == "process.name" {
			r.Process = value
		}
	}
}

// Read returns the number of bytes of the trace that were read.
func (r *Reader) Read() int64 { return r.read.n }

// Unfinished returns the number of calls so far that have not returned.
func (r *Reader) Unfinished() int { return len(r.pending) }

// Next returns the next call. It is valid until the next call of Next. Calls are in the order in which they returned, as eglretrace
// makes them: a call that waited for another thread follows the calls that it waited for. Next returns io.EOF at the end, and
// io.ErrUnexpectedEOF if the trace is truncated.
func (r *Reader) Next() (*Call, error) {
	if r.last != nil {
		r.last.reset(0)
		r.free, r.last = append(r.free, r.last), nil
	}
	for {
		if r.err != nil || r.atEnd() {
			return nil, r.err
		}
		switch code := r.byte(); code {
		case Enter:
			r.enter()
		case Leave:
			if c := r.leave(); c != nil && r.err == nil {
				r.last = c
				return c, nil
			}
		default:
			r.fail(fmt.Errorf("unknown event %d after call %d", code, r.calls))
		}
	}
}

// enter reads the beginning of a call.
func (r *Reader) enter() {
	thread := r.count(1<<32-1, "threads")
	f := r.function()
	c := r.newCall()
	c.reset(len(f.Params))
	c.Function, c.Thread, c.number = f, uint32(thread), r.calls
	r.calls++
	r.details(c)
	r.held += c.size()
	r.pending = append(r.pending, c)
	if len(r.pending) > mostPending || r.held > mostHeld {
		r.fail(fmt.Errorf("%d calls with %d bytes of data have not returned: the limits are %d calls and %d bytes", len(r.pending), r.held, mostPending, mostHeld))
	}
}

func (r *Reader) newCall() *Call {
	n := len(r.free)
	if n == 0 {
		return &Call{}
	}
	c := r.free[n-1]
	r.free = r.free[:n-1]
	return c
}

// size returns the size in bytes of what the arguments refer to.
func (c *Call) size() int {
	const item = 24
	return len(c.bytes) + item*len(c.items)
}

// leave reads the end of a call. It returns nil if the beginning is not in the trace.
func (r *Reader) leave() *Call {
	number := r.uint()
	for i := len(r.pending) - 1; i >= 0; i-- {
		if c := r.pending[i]; c.number == number {
			r.held -= c.size()
			r.pending = slices.Delete(r.pending, i, i+1)
			r.details(c)
			return c
		}
	}
	unknown := r.newCall()
	unknown.reset(0)
	r.details(unknown)
	r.free = append(r.free, unknown)
	return nil
}

// details reads arguments, the result and flags.
func (r *Reader) details(c *Call) {
	for r.err == nil {
		switch code := r.byte(); code {
		case EndDetail:
			return
		case ArgDetail:
			i := r.uint()
			v := r.value(c, 0)
			if i < uint64(len(c.Args)) {
				c.Args[i] = v
			}
		case ResultDetail:
			c.Result = r.value(c, 0)
		case BacktraceDetail:
			r.backtrace()
		case FlagsDetail:
			c.Fake = r.uint()&Fake != 0
		default:
			r.fail(fmt.Errorf("unknown detail %d of a call", code))
		}
	}
}
