package crumbs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// ErrMagic is the error for data that is not a file of the module.
var ErrMagic = errors.New("not a file of the module breadcrumbs")

// The layout of the file, in bytes: templates/core/zz_generated_set_breadcrumbs.c writes it, in the byte order of the
// processor, which is little-endian on each ABI of Android.
const (
	magic       = "GLCRUMBS"
	version     = 1
	headSize    = 248
	ringHead    = 4096
	crumbSize   = 64
	crumbHead   = 16
	crumbCells  = 12
	layerAt     = 56
	processAt   = 120
	maxRings    = 1024
	maxRecords  = 1 << 16
	maxFunction = 1 << 16
)

// The states of a ring.
const (
	free  = 0
	ended = 2
)

// File is the content of a file.
type File struct {
	PID       int
	Process   string // name; "" if unknown
	Layer     string
	Started   time.Time // when the file was created
	Refused   int       // number of threads that were not recorded, because all rings were in use
	Functions []*Function
	Threads   []Thread // that have called an intercepted function, in the order of their rings
}

// Thread has the last calls of a thread.
type Thread struct {
	ID    int    // of the kernel
	Name  string // at the first call
	Ended bool   // it ended before the process
	Calls []Call // oldest first
}

// Call is a call of a thread.
type Call struct {
	Number   uint64 // in its thread, from 1
	Frame    uint32 // number of frames that the process had completed
	Function *Function
	Returned bool
	Args     []uint64 // the first arguments, as many as there was space for; signed ones with their sign
	Result   *uint64  // nil if there is none, it was not stored, or the call did not return
}

// Unfinished returns the calls that did not return, outermost first. A call that runs others in a callback can be
// among the older ones.
func (t *Thread) Unfinished() []Call {
	var list []Call
	for _, c := range t.Calls {
		if !c.Returned {
			list = append(list, c)
		}
	}
	return list
}

// Read reads a file. It skips calls that were not written completely.
func Read(data []byte) (*File, error) {
	if len(data) < headSize || string(data[:len(magic)]) != magic {
		return nil, ErrMagic
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	if v := word(8); v != version {
		return nil, fmt.Errorf("the format has version %d, and this program reads version %d; update gleslayergen", v, version)
	}
	rings, ringSize, records := int64(word(16)), int64(word(20)), int64(word(24))
	head, functions := int64(word(12)), int64(word(36))
	switch {
	case rings > maxRings || records == 0 || records > maxRecords || word(28) != crumbSize || ringSize != ringHead+records*crumbSize:
		return nil, fmt.Errorf("the file is damaged: %d rings of %d bytes for %d calls of %d bytes", rings, ringSize, records, word(28))
	case head < headSize+functions || head+rings*ringSize > int64(len(data)):
		return nil, fmt.Errorf("the file is truncated: %d bytes, and %d are expected", len(data), head+rings*ringSize)
	}
	f := &File{PID: int(word(32)), Layer: text(data[layerAt:processAt]), Process: text(data[processAt:headSize]), Refused: int(word(48)),
		Started: time.Unix(0, int64(binary.LittleEndian.Uint64(data[40:])))}
	var err error
	if f.Functions, err = parseFunctions(string(data[headSize : headSize+functions])); err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	for i := range rings {
		ring := data[head+i*ringSize:][:ringSize]
		if state := binary.LittleEndian.Uint32(ring[4:]); state != free {
			f.Threads = append(f.Threads, Thread{ID: int(binary.LittleEndian.Uint32(ring)), Name: text(ring[16:32]), Ended: state == ended, Calls: f.calls(ring[ringHead:])})
		}
	}
	return f, nil
}

// text returns the text up to the first zero.
func text(data []byte) string {
	before, _, _ := bytes.Cut(data, []byte{0})
	return string(before)
}

// calls returns the calls of a ring: those with consecutive numbers up to the last one.
func (f *File) calls(ring []byte) []Call {
	records := uint64(len(ring) / crumbSize)
	number := func(n uint64) uint64 { return binary.LittleEndian.Uint64(ring[n%records*crumbSize:]) }
	last := uint64(0)
	for i := range records {
		if n := number(i); n%records == i {
			last = max(last, n)
		}
	}
	first := last + 1
	for first > 1 && last-first+1 < records && number(first-1) == first-1 {
		first--
	}
	var list []Call
	for n := first; n <= last; n++ {
		if c, ok := f.call(ring[n%records*crumbSize:][:crumbSize]); ok {
			list = append(list, c)
		}
	}
	return list
}

// call parses a call. It fails if the file does not define the function.
func (f *File) call(data []byte) (Call, bool) {
	id := int(binary.LittleEndian.Uint16(data[12:]))
	if id >= len(f.Functions) {
		return Call{}, false
	}
	c := Call{Number: binary.LittleEndian.Uint64(data), Frame: binary.LittleEndian.Uint32(data[8:]), Function: f.Functions[id],
		Returned: binary.LittleEndian.Uint16(data[14:]) != 0}
	cells := data[crumbHead:]
	for _, p := range c.Function.Params {
		if len(cells) < p.Type.size() {
			return c, true
		}
		c.Args = append(c.Args, p.Type.value(cells))
		cells = cells[p.Type.size():]
	}
	if r := c.Function.Result; r != "" && c.Returned && len(cells) >= r.size() {
		result := r.value(cells)
		c.Result = &result
	}
	return c, true
}
