package format

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The maximum compression ratio of zstd: a block of 128 KiB with the same byte takes a header of three bytes
// and that byte. A frame that declares a higher ratio is invalid.
const (
	blockSize     = 128 << 10
	smallestBlock = 4
)

var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(MaxBody), zstd.WithDecoderMaxWindow(MaxBody))
})

// Packing is the compression level of bodies.
type Packing int

// The levels.
const (
	Unpacked Packing = iota
	Quick            // fast zstd, to keep up with a recorder
	Small            // zstd with the smallest result
)

var encoders = map[Packing]func() (*zstd.Encoder, error){
	Quick: sync.OnceValues(func() (*zstd.Encoder, error) { return newEncoder(zstd.SpeedFastest) }),
	Small: sync.OnceValues(func() (*zstd.Encoder, error) { return newEncoder(zstd.SpeedBestCompression) }),
}

func newEncoder(level zstd.EncoderLevel) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(0), zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false))
}

// open appends the decoded body to "to".
func open(how codec, body, to []byte) ([]byte, error) {
	if how != packed {
		return nil, fmt.Errorf("uses the unknown compression codec %d", how)
	}
	d, err := decoder()
	if err != nil {
		return nil, err
	}
	var h zstd.Header
	if err := h.Decode(body); err != nil {
		return nil, errors.New("cannot be decompressed: " + err.Error())
	}
	most := uint64(len(body)/smallestBlock+1) * blockSize
	switch {
	case h.HasFCS && h.FrameContentSize > MaxBody:
		return nil, fmt.Errorf("declares a decompressed size of %d bytes; the maximum is 64 MiB", h.FrameContentSize)
	case h.HasFCS && h.FrameContentSize > most:
		return nil, fmt.Errorf("declares a decompressed size of %d bytes, more than its data can contain", h.FrameContentSize)
	}
	out, err := d.DecodeAll(body, to)
	switch {
	case errors.Is(err, zstd.ErrDecoderSizeExceeded), errors.Is(err, zstd.ErrWindowSizeExceeded):
		return nil, errors.New("decompresses to more than 64 MiB")
	case err != nil:
		return nil, errors.New("cannot be decompressed: " + err.Error())
	}
	return out, nil
}

// squeeze appends the compressed body to "to".
func squeeze(packing Packing, body, to []byte) ([]byte, error) {
	e, err := encoders[packing]()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(body, to), nil
}
