package events

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Limits of what one call can have.
const (
	maxBytes = 256 << 20 // strings and data
	maxItems = 1 << 20   // elements of arrays
	maxText  = 64 << 10  // bytes of a name
)

var errNumber = errors.New("a number has more than 64 bits")

// source reads plain values. After an error all values are zero.
type source struct {
	next func() ([]byte, error)
	buf  []byte
	pos  int
	err  error
}

func (s *source) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// fill gets the next piece. It reports whether there is at least one more byte.
func (s *source) fill() bool {
	for s.err == nil && s.pos == len(s.buf) {
		buf, err := s.next()
		if err != nil {
			s.fail(err)
			return false
		}
		s.buf, s.pos = buf, 0
	}
	return s.err == nil
}

func (s *source) byte() byte {
	if s.pos == len(s.buf) && !s.fill() {
		s.err = cut(s.err)
		return 0
	}
	b := s.buf[s.pos]
	s.pos++
	return b
}

// uint reads a number with 7 bits in each byte, the lowest first.
func (s *source) uint() uint64 {
	if len(s.buf)-s.pos >= binary.MaxVarintLen64 {
		if b := s.buf[s.pos]; b < 0x80 {
			s.pos++
			return uint64(b)
		}
		v, n := binary.Uvarint(s.buf[s.pos:])
		if n <= 0 {
			s.fail(errNumber)
			return 0
		}
		s.pos += n
		return v
	}
	v, shift := uint64(0), 0
	for {
		b := s.byte()
		if shift == 63 && b > 1 {
			s.fail(errNumber)
			return 0
		}
		v |= uint64(b&0x7F) << shift
		if b < 0x80 {
			return v
		}
		shift += 7
	}
}

// count reads a number that has a limit.
func (s *source) count(most int, what string) int {
	n := s.uint()
	if n > uint64(most) {
		s.fail(fmt.Errorf("%d %s exceed the limit of %d", n, what, most))
		return 0
	}
	return int(n)
}

// append appends n bytes to b. The memory grows with the bytes that are there.
func (s *source) append(b []byte, n int) []byte {
	for n > 0 {
		if s.pos == len(s.buf) && !s.fill() {
			s.err = cut(s.err)
			return b
		}
		step := min(n, len(s.buf)-s.pos)
		b = append(b, s.buf[s.pos:s.pos+step]...)
		s.pos, n = s.pos+step, n-step
	}
	return b
}

// skip skips n bytes.
func (s *source) skip(n uint64) {
	for n > 0 {
		if s.pos == len(s.buf) && !s.fill() {
			s.err = cut(s.err)
			return
		}
		step := min(n, uint64(len(s.buf)-s.pos))
		s.pos, n = s.pos+int(step), n-step
	}
}

// text reads a name.
func (s *source) text() string {
	return string(s.append(nil, s.count(maxText, "bytes of a name")))
}

func (s *source) skipText() { s.skip(s.uint()) }

// fixed reads a little-endian number of up to 8 bytes.
func (s *source) fixed(size int) (v uint64) {
	if rest := s.buf[s.pos:]; len(rest) >= 8 {
		s.pos += size
		return binary.LittleEndian.Uint64(rest) << (64 - 8*size) >> (64 - 8*size)
	}
	for i := range size {
		v |= uint64(s.byte()) << (8 * i)
	}
	return v
}

// atEnd reports whether the trace ends here.
func (s *source) atEnd() bool {
	return s.err == nil && s.pos == len(s.buf) && !s.fill() && s.err == io.EOF
}
