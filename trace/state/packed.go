package state

import (
	"fmt"
	stdimage "image"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// packing describes the blocks of a compressed image.
func (i *image) packing() (etcFormat, error) {
	f, ok := lookupETC(i.format)
	if !ok {
		return f, fmt.Errorf("%w: %s", ErrCompressed, calltext.Enum("InternalFormat", uint64(i.format)))
	}
	return f, nil
}

// blocks returns the number of blocks in a row of a compressed image, and the number of rows.
func (i *image) blocks() (across, rows int64) {
	return (i.box[3] + etcSide - 1) / etcSide, (i.box[4] + etcSide - 1) / etcSide
}

// packedSize returns the size in bytes of a compressed image. Unpack parameters do not affect it.
func (i *image) packedSize() (int64, error) {
	f, err := i.packing()
	across, rows := i.blocks()
	return across * rows * i.box[5] * int64(f.Bytes), err
}

// unpack paints a compressed image on a part of the canvas.
func (p *painter) unpack(i *image, part stdimage.Rectangle, data []byte) error {
	f, err := i.packing()
	if err != nil {
		return err
	}
	across, rows := i.blocks()
	size, left, below := int64(f.Bytes), int(i.box[0]), int(i.box[1])
	var block etcBlock
	for y := below + (part.Min.Y-below)/etcSide*etcSide; y < part.Max.Y; y += etcSide {
		for x := left + (part.Min.X-left)/etcSide*etcSide; x < part.Max.X; x += etcSide {
			at := (((p.layer-i.box[2])*rows+int64((y-below)/etcSide))*across + int64((x-left)/etcSide)) * size
			if at < 0 || at > int64(len(data))-size {
				return ErrUnknown
			}
			f.Unpack(data[at:at+size], &block)
			p.tile(x, y, part, &block)
		}
	}
	return nil
}

// tile paints the visible part of a block.
func (p *painter) tile(x, y int, part stdimage.Rectangle, block *etcBlock) {
	for n, v := range block {
		if at := stdimage.Pt(x+n%etcSide, y+n/etcSide); at.In(part) {
			p.set(at.X, at.Y, v)
		}
	}
}
