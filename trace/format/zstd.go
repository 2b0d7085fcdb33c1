package format

import (
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// What zstd can do at best: a block of 128 KiB of one byte, in a header of three and that byte. Who claims more lies.
const (
	blockSize     = 128 << 10
	smallestBlock = 4
)

var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(MaxBody), zstd.WithDecoderMaxWindow(MaxBody))
})

// Packing is how bodies are written.
type Packing int

// The kinds of Packing.
const (
	Unpacked Packing = iota
	Quick            // zstd, for who has to keep up with a recorder
	Small            // zstd as small as it gets
)

var encoders = map[Packing]func() (*zstd.Encoder, error){
	Quick: sync.OnceValues(func() (*zstd.Encoder, error) { return newEncoder(zstd.SpeedFastest) }),
	Small: sync.OnceValues(func() (*zstd.Encoder, error) { return newEncoder(zstd.SpeedBestCompression) }),
}

func newEncoder(level zstd.EncoderLevel) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(0), zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false))
}

// open appends to "to" what a body opens to.
func open(how codec, body, to []byte) ([]byte, error) {
	if how != packed {
		return nil, errors.New("has an unknown codec")
	}
	d, err := decoder()
	if err != nil {
		return nil, err
	}
	var h zstd.Header
	if err := h.Decode(body); err != nil {
		return nil, errors.New("cannot be decompressed: " + err.Error())
	}
	if most := uint64(len(body)/smallestBlock+1) * blockSize; h.HasFCS && (h.FrameContentSize > MaxBody || h.FrameContentSize > most) {
		return nil, errors.New("declares an impossible decompressed size")
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

// squeeze appends to "to" the body in zstd.
func squeeze(packing Packing, body, to []byte) ([]byte, error) {
	e, err := encoders[packing]()
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(body, to), nil
}
