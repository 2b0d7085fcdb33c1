package format

import (
	"errors"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// step is the number of bytes by which the buffer of a body grows, so that a false length cannot allocate
// much more than the bytes that arrive.
const step = 256 << 10

// Reader reads a recording chunk by chunk, from a file or a recorder.
type Reader struct {
	r      io.Reader
	magic  bool // whether the magic was read
	begin  int64
	next   int64
	head   [HeaderSize]byte
	body   []byte
	opened []byte
	failed error
}

// NewReader returns a Reader for a recording that starts at the first byte of r.
func NewReader(r io.Reader) *Reader { return &Reader{r: r} }

// Resume returns a Reader for the rest of a recording, from the chunk at offset.
func Resume(r io.Reader, offset int64) *Reader {
	return &Reader{r: r, magic: true, begin: offset, next: offset}
}

// Offset returns the offset of the chunk that Next returned.
func (r *Reader) Offset() int64 { return r.begin }

// End returns the offset of the end of the chunk that Next returned.
func (r *Reader) End() int64 { return r.next }

// Next returns the next chunk of a known type. Its body is valid until the next call. The error is io.EOF
// after the last chunk, and ErrCut for an incomplete one. After a Damaged with a size, Next continues with
// the next chunk; all other errors are permanent.
func (r *Reader) Next() (Chunk, error) {
	for r.failed == nil {
		h, err := r.step()
		var damaged *Damaged
		if err != nil {
			if !errors.As(err, &damaged) || damaged.Size == 0 {
				r.failed = err
			}
			return Chunk{}, err
		}
		if !h.known() {
			continue
		}
		return r.open(h)
	}
	return Chunk{}, r.failed
}

// step reads one chunk of any type.
func (r *Reader) step() (header, error) {
	if err := r.readMagic(); err != nil {
		return header{}, err
	}
	r.begin = r.next
	if _, err := io.ReadFull(r.r, r.head[:]); err != nil {
		return header{}, cut(err)
	}
	h := parseHeader(r.head[:])
	if !h.possible() {
		return header{}, &Damaged{Offset: r.begin, Why: "has an invalid header"}
	}
	if err := r.readBody(int(h.length)); err != nil {
		if err == io.EOF {
			err = ErrCut
		}
		return header{}, cut(err)
	}
	r.next = r.begin + HeaderSize + int64(h.length)
	if checksum(r.head[:], r.body) != h.sum {
		return header{}, r.damaged("has a checksum mismatch")
	}
	return h, nil
}

func (r *Reader) damaged(why string) error {
	return &Damaged{Offset: r.begin, Size: r.next - r.begin, Why: why}
}

func (r *Reader) readMagic() error {
	if r.magic {
		return nil
	}
	var b [len(Magic)]byte
	n, err := io.ReadFull(r.r, b[:])
	name := Magic[:len(Magic)-1]
	switch {
	case n == 0 && err != io.EOF:
		return err
	case string(b[:min(n, len(name))]) != name[:min(n, len(name))] || n == 0:
		return ErrMagic
	case err != nil:
		return cut(err)
	case string(b[:]) != Magic:
		return errVersion
	}
	r.magic, r.begin, r.next = true, int64(n), int64(n)
	return nil
}

// readBody reads n bytes and grows the buffer as they arrive.
func (r *Reader) readBody(n int) error {
	r.body = r.body[:0]
	for len(r.body) < n {
		have := len(r.body)
		more := min(n-have, max(step, have))
		if cap(r.body) < have+more {
			r.body = append(make([]byte, 0, have+more), r.body...)
		}
		r.body = r.body[:have+more]
		if _, err := io.ReadFull(r.r, r.body[have:]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) open(h header) (Chunk, error) {
	c := Chunk{Type: tracepb.ChunkType(h.typ), Thread: h.thread, Body: r.body}
	if h.codec == plain {
		return c, nil
	}
	var err error
	if r.opened, err = open(h.codec, r.body, r.opened); err != nil {
		return Chunk{}, r.damaged(err.Error())
	}
	c.Body = r.opened
	return c, nil
}

// cut converts an error of the reader: an unexpected end becomes ErrCut.
func cut(err error) error {
	if err == io.ErrUnexpectedEOF {
		return ErrCut
	}
	return err
}
