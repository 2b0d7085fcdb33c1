package file

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// sumSize is the size of the checksum at the end.
const sumSize = 4

// encodeIndex writes an index and its checksum.
func encodeIndex(w io.Writer, x *index) error {
	c := &codec{w: w}
	x.code(c)
	c.flush()
	if c.lastErr != nil {
		return c.lastErr
	}
	return binary.Write(w, binary.LittleEndian, c.sum)
}

// decodeIndex reads an index of the recording in r, which has size bytes. It returns the checksum of the bytes of the index.
func decodeIndex(in io.Reader, r io.ReaderAt, size int64) (*index, uint32, error) {
	x, c := newIndex(), &codec{r: in}
	x.size = size
	if err := x.rereadHello(r, size); err != nil {
		return nil, 0, err
	}
	x.clock.points = nil
	x.code(c)
	if c.fill(1); c.lastErr != nil || len(c.buf) > c.at {
		return nil, 0, errors.Join(c.lastErr, errIndex)
	}
	return x, c.sum, x.check()
}

func (x *index) rereadHello(r io.ReaderAt, size int64) error {
	c, err := format.NewReader(io.NewSectionReader(r, 0, size)).Next()
	if err != nil {
		return err
	}
	return x.readHello(c)
}
