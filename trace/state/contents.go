package state

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// mostContents is the maximum size of a buffer that is assembled, mostWork the maximum number of bytes moved
// for it, because buffers may be copied from buffers.
const (
	mostContents = 256 << 20
	mostWork     = 2 << 30
	mostDepth    = 1000
	pieceWork    = 2048 // cost of a piece in addition to its bytes
)

var errLarge = fmt.Errorf("the contents exceed %d bytes, or need too many copy operations to assemble", mostContents)

// Buffer returns the contents of a buffer after a call. Bytes that were never written, or not captured, are
// zero; known reports whether all were captured.
func (s *State) Buffer(ctx context.Context, call int, name uint64) (data []byte, known bool, err error) {
	n, err := s.object(ctx, call, "buffers", name)
	if err != nil {
		return nil, false, err
	}
	size, _ := n.number(word("size"))
	contents := n.at(word("contents"))
	if contents == nil || contents.pieces == nil {
		if size > mostContents {
			return nil, false, errLarge
		}
		return make([]byte, size), false, nil
	}
	r := s.reader(ctx)
	data, err = r.read(contents.pieces, 0, size)
	return data, err == nil && !r.lacks, err
}

// reader assembles contents until its context is done.
type reader struct {
	ctx     context.Context
	payload func([]uint64) ([]byte, error)
	work    uint64
	depth   int  // nesting of buffers that were copied from buffers
	lacks   bool // something was not captured
}

func (s *State) reader(ctx context.Context) *reader {
	return &reader{ctx: ctx, payload: s.file.Payload}
}

// read returns a range of a buffer.
func (r *reader) read(last *piece, from, size uint64) ([]byte, error) {
	if size > mostContents {
		return nil, errLarge
	}
	list, out := last.all(), make([]byte, size)
	r.work += uint64(len(list))
	for _, at := range slices.Backward(list) {
		start, end := max(at.offset, from), min(at.offset+at.size, from+size)
		if start >= end {
			continue
		}
		if r.work += end - start + pieceWork; r.work > mostWork {
			return nil, errLarge
		}
		if err := r.fill(out[start-from:end-from], at, start-at.offset); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fill writes the data of a piece, from an offset in it.
func (r *reader) fill(out []byte, p *piece, skip uint64) error {
	var data []byte
	var err error
	switch {
	case p.from != nil:
		if r.depth++; r.depth > mostDepth {
			return errLarge
		}
		data, err = r.read(p.from, p.skip+skip, uint64(len(out)))
		r.depth--
	case p.data != nil && p.data.Capture == tracepb.Capture_CAPTURE_DATA:
		data, err = r.load(p.data)
		data = data[min(skip, uint64(len(data))):]
	}
	r.lacks = r.lacks || len(data) < len(out)
	copy(out, data)
	return err
}

// load reads the whole data of a piece, even if only a part of it is visible.
func (r *reader) load(d *file.Data) ([]byte, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	data, err := r.payload(d.Payloads)
	if r.work += uint64(len(data)); r.work > mostWork {
		return nil, errLarge
	}
	return data, err
}

// types are the types that data can be shown as.
var types = map[string]string{"f32": "GLfloat", "i32": "GLint", "u32": "GLuint", "i16": "GLshort", "u16": "GLushort", "i8": "GLbyte", "u8": "GLubyte",
	"f64": "GLdouble", "i64": "GLint64", "u64": "GLuint64"}

// Numbers returns count elements of data as one of f32, f64, f16, i8 to i64 and u8 to u64, and their total
// number.
func Numbers(data []byte, as string, from, count int) (list []string, total int, err error) {
	size, cell := calltext.Element(types[as])
	if as == "f16" {
		size, cell = 2, cellUint
	} else if types[as] == "" {
		return nil, 0, fmt.Errorf("unknown number type %q: use f16, f32, f64, i8, i16, i32, i64, u8, u16, u32 or u64", as)
	}
	total = len(data) / size
	from = min(max(from, 0), total)
	count = min(max(count, 0), total-from)
	for _, bits := range calltext.Cells(data[from*size:(from+count)*size], size, cell) {
		if as == "f16" {
			list = append(list, calltext.Float(Half(uint16(bits)), true))
			continue
		}
		list = append(list, calltext.Reading{}.Text(bits, cell))
	}
	return list, total, nil
}

// Source returns the source of a shader after a call.
func (s *State) Source(ctx context.Context, call int, shader uint64) (string, error) {
	n, err := s.object(ctx, call, shadersKey.name, shader)
	if err != nil {
		return "", err
	}
	v := n.at(word("source"))
	if v == nil || v.value.data == nil {
		return "", ErrUnknown
	}
	data, err := s.file.Payload(v.value.data.Payloads)
	return trimmed(data), err
}

// object returns an object of the share group of a call, after the call.
func (s *State) object(ctx context.Context, call int, kind string, name uint64) (*node, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	root, err := s.after(ctx, call)
	if err != nil {
		return nil, err
	}
	n := root.at(sharesKey, shareOf(root, c.Context), word(kind), number(name))
	if n == nil {
		return nil, &MissingError{kind, name, call}
	}
	return n, nil
}

// MissingError is the error for an object that does not exist.
type MissingError struct {
	Kind   string
	Number uint64
	Call   int
}

func (e *MissingError) Error() string {
	return e.Kind + ": no object " + strconv.FormatUint(e.Number, 10) + " exists after call " + strconv.Itoa(e.Call)
}
