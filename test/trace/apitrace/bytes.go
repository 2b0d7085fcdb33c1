package apitrace

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/s2"
)

// maxData is the maximum size in bytes of a chunk, a string, or the data of one argument.
const maxData = 64 << 20

// chunks decodes the chunks of a trace: each has its size first, and is compressed with snappy.
type chunks struct {
	in   io.Reader
	rest []byte
}

// magic begins a trace.
const magic = "at"

func openChunks(in io.Reader) (*bufio.Reader, error) {
	var begin [len(magic)]byte
	if _, err := io.ReadFull(in, begin[:]); err != nil || string(begin[:]) != magic {
		return nil, errors.New("not an apitrace trace")
	}
	return bufio.NewReader(&chunks{in: in}), nil
}

// Read returns io.EOF only between two chunks.
func (c *chunks) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

func (c *chunks) next() error {
	var size uint32
	if err := binary.Read(c.in, binary.LittleEndian, &size); err != nil {
		return err
	}
	if size > maxData {
		return fmt.Errorf("a chunk of %d bytes", size)
	}
	packed := make([]byte, size)
	if _, err := io.ReadFull(c.in, packed); err != nil {
		return cut(err)
	}
	if n, err := s2.DecodedLen(packed); err != nil || n > maxData {
		return fmt.Errorf("a chunk that unpacks to %d bytes: %w", n, err)
	}
	rest, err := s2.Decode(nil, packed)
	c.rest = rest
	return err
}

// cut converts io.EOF inside a chunk to io.ErrUnexpectedEOF.
func cut(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// source reads plain values. After an error, all values are zero.
type source struct {
	in  *bufio.Reader
	err error
}

func (s *source) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *source) byte() byte {
	if s.err != nil {
		return 0
	}
	b, err := s.in.ReadByte()
	if err != nil {
		s.fail(cut(err))
	}
	return b
}

// uint reads a number with 7 bits in each byte, the lowest first.
func (s *source) uint() uint64 {
	if s.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(s.in)
	if err != nil {
		s.fail(cut(err))
	}
	return n
}

func (s *source) bytes(n uint64) []byte {
	if n > maxData {
		s.fail(fmt.Errorf("%d bytes are too many", n))
	}
	if s.err != nil {
		return nil
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(s.in, data); err != nil {
		s.fail(cut(err))
	}
	return data
}

func (s *source) text() string { return string(s.bytes(s.uint())) }
