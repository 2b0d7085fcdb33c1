package format

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
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
	Quick            // fast zstd, and S2 for differences, to keep up with a recorder
	Small            // zstd with the smallest result
)

var encoders = map[Packing]func() (*zstd.Encoder, error){
	Quick: sync.OnceValues(func() (*zstd.Encoder, error) { return newEncoder(zstd.SpeedFastest) }),
	Small: sync.OnceValues(func() (*zstd.Encoder, error) { return newEncoder(zstd.SpeedBestCompression) }),
}

func newEncoder(level zstd.EncoderLevel) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(0), zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false))
}

// maxS2 is the maximum size in bytes of a body that is compressed with S2: no difference is larger.
const maxS2 = 2 * MaxPayload

// open returns the decoded body, in the memory of "to" if it is large enough.
func open(how codec, body, to []byte) ([]byte, error) {
	switch how {
	case packed:
		return openZstd(body, to[:0])
	case packedS2:
		return openS2(body, to)
	}
	return nil, fmt.Errorf("uses the unknown compression codec %d", how)
}

func openS2(body, to []byte) ([]byte, error) {
	size, err := s2.DecodedLen(body)
	if err == nil && size > maxS2 {
		return nil, fmt.Errorf("declares a decompressed size of %d bytes; with S2, the maximum is %d", size, maxS2)
	}
	if err == nil {
		to, err = s2.Decode(to[:cap(to)], body)
	}
	if err != nil {
		return nil, errors.New("cannot be decompressed: " + err.Error())
	}
	return to, nil
}

func openZstd(body, to []byte) ([]byte, error) {
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

// squeeze returns the compressed body of a chunk, in the memory of "to" if it is large enough.
func squeeze(packing Packing, c Chunk, to []byte) (codec, []byte, error) {
	if packing == Quick && c.Type == tracepb.ChunkType_CHUNK_DIFFERENCE && len(c.Body) <= maxS2 {
		return packedS2, s2.Encode(to[:cap(to)], c.Body), nil
	}
	e, err := encoders[packing]()
	if err != nil {
		return plain, nil, err
	}
	return packed, e.EncodeAll(c.Body, to[:0]), nil
}
