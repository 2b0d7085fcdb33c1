package events

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// ErrFormat is the error for a file that is not a trace of apitrace.
var ErrFormat = errors.New("not a trace of apitrace, or compressed in an unknown way")

// maxChunk is the maximum size in bytes of a chunk, compressed and decompressed. apitrace writes 1 MiB.
const maxChunk = 64 << 20

// pieceSize is the size in bytes of a piece of a stream without chunks.
const pieceSize = 256 << 10

// The first bytes of other containers.
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// pieces returns a function that decompresses the next piece of a trace. At the end it returns io.EOF, and io.ErrUnexpectedEOF
// if the trace is truncated. A piece is valid until the next call.
func pieces(in *bufio.Reader) (func() ([]byte, error), error) {
	begin, err := in.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(begin, []byte(Magic)):
		if _, err := in.Discard(len(Magic)); err != nil {
			return nil, err
		}
		return (&chunks{in: in}).next, nil
	case bytes.HasPrefix(begin, gzipMagic):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		return stream(z), nil
	case bytes.HasPrefix(begin, zstdMagic):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxChunk))
		if err != nil {
			return nil, err
		}
		return stream(z), nil
	}
	return nil, ErrFormat
}

// stream returns a function that reads the next piece.
func stream(in io.Reader) func() ([]byte, error) {
	buf := make([]byte, pieceSize)
	return func() ([]byte, error) {
		n, err := io.ReadFull(in, buf)
		if n > 0 {
			return buf[:n], nil // an error comes again
		}
		return nil, err
	}
}

// chunks reads chunks that are compressed with snappy.
type chunks struct {
	in           io.Reader
	packed, data []byte
}

func (c *chunks) next() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(c.in, head[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxChunk {
		return nil, fmt.Errorf("a chunk of %d bytes exceeds the limit of %d bytes", size, maxChunk)
	}
	var err error
	if c.packed, err = readAll(c.in, c.packed[:0], int(size)); err != nil {
		return nil, err
	}
	n, err := s2.DecodedLen(c.packed)
	if err != nil || n > maxChunk {
		return nil, fmt.Errorf("a chunk has an invalid size after decompression: %d bytes", n)
	}
	c.data, err = s2.Decode(c.data[:cap(c.data)], c.packed)
	if err != nil {
		return nil, fmt.Errorf("decompress a chunk: %w", err)
	}
	return c.data, nil
}

// readAll appends n bytes to b. The memory grows with the bytes that are there.
func readAll(in io.Reader, b []byte, n int) ([]byte, error) {
	for n > 0 {
		step := min(n, pieceSize)
		at := len(b)
		b = append(b, make([]byte, step)...)
		if _, err := io.ReadFull(in, b[at:]); err != nil {
			return b, cut(err)
		}
		n -= step
	}
	return b, nil
}

// cut converts io.EOF to io.ErrUnexpectedEOF.
func cut(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
