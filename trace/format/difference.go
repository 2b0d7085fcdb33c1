package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"google.golang.org/protobuf/encoding/protowire"
)

// MaxDifferences is the maximum number of differences that lead from a payload that is stored with its content to another one. This
// package writes fewer.
const MaxDifferences = 64

// wordSize is the size in bytes of what a difference replaces.
const wordSize = 4

// Difference is a payload that is stored as what differs from an earlier one.
type Difference struct {
	ID, Base uint64
	Changed  []byte // a bit for each word of 32 bits
	Words    []byte // those whose bit is set
}

var errDifference = errors.New("the difference does not match the payload that it changes")

// ParseDifference decodes a Difference message. The result refers to body.
func ParseDifference(body []byte) (d Difference, err error) {
	for f, err := range Fields(body) {
		switch {
		case err != nil:
			return Difference{}, err
		case f.Number == 1:
			d.ID = f.Uint()
		case f.Number == 2:
			d.Base = f.Uint()
		case f.Number == 3 && f.Type == protowire.BytesType:
			d.Changed = f.Content
		case f.Number == 4 && f.Type == protowire.BytesType:
			d.Words = f.Content
		}
	}
	switch {
	case d.ID == 0 || d.Base == 0 || d.ID == d.Base:
		return Difference{}, errors.New("difference without the IDs of two payloads")
	case len(d.Changed) > MaxPayload/wordSize/8 || len(d.Words) > MaxPayload:
		return Difference{}, fmt.Errorf("the payload of a difference exceeds the limit of %d bytes", MaxPayload)
	}
	return d, nil
}

// Append appends the encoded message to "to".
func (d *Difference) Append(to []byte) []byte {
	for i, id := range []uint64{d.ID, d.Base} {
		to = protowire.AppendVarint(protowire.AppendTag(to, protowire.Number(1+i), protowire.VarintType), id)
	}
	for i, content := range [][]byte{d.Changed, d.Words} {
		to = protowire.AppendBytes(protowire.AppendTag(to, protowire.Number(3+i), protowire.BytesType), content)
	}
	return to
}

// Fits reports whether the difference is one to a payload of a size in bytes.
func (d *Difference) Fits(size int) bool {
	words := size / wordSize
	if size%wordSize != 0 || len(d.Changed) != (words+7)/8 {
		return false
	}
	n := 0
	for _, b := range d.Changed {
		n += bits.OnesCount8(b)
	}
	return n*wordSize == len(d.Words) && (words%8 == 0 || d.Changed[len(d.Changed)-1]>>(words%8) == 0)
}

// Apply appends the content of the payload to "to". base is the content of the other payload.
func (d *Difference) Apply(base, to []byte) ([]byte, error) {
	if !d.Fits(len(base)) {
		return nil, errDifference
	}
	first := len(to)
	to = append(to, base...)
	out, from := to[first:], d.Words
	for i, b := range d.Changed {
		for at := i * 8 * wordSize; b != 0; b &= b - 1 {
			binary.NativeEndian.PutUint32(out[at+wordSize*bits.TrailingZeros8(b):], binary.NativeEndian.Uint32(from))
			from = from[wordSize:]
		}
	}
	return to, nil
}

// compare makes d the difference between two contents of the same size, in its own memory. It returns false if more than half of the
// words differ.
func (d *Difference) compare(base, content []byte) bool {
	d.Changed, d.Words = d.Changed[:0], d.Words[:0]
	for i := 0; i < len(content); i += wordSize {
		word := i / wordSize
		if word%8 == 0 {
			d.Changed = append(d.Changed, 0)
		}
		if binary.NativeEndian.Uint32(base[i:]) != binary.NativeEndian.Uint32(content[i:]) {
			d.Changed[word/8] |= 1 << (word % 8)
			d.Words = append(d.Words, content[i:i+wordSize]...)
		}
	}
	return len(d.Words) <= len(content)/2
}
