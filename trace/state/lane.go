package state

import (
	"encoding/binary"
	"math"
	"strings"
	"sync"
)

// lane converts one channel of a pixel format: where its bits are, and the color of each value.
type lane struct {
	at, bytes int // offset and size of the word in the pixel that has the bits
	low, bits uint
	table     []uint16                         // color by value; nil if there are too many values
	seen      func(value, word uint64) uint16  // computes the color; used if the table is nil
	value     func(value, word uint64) float64 // the exact value
	to        []int                            // channels of the image that it sets
}

// mostTable is the maximum number of bits of a value with a table.
const mostTable = 16

// lanes returns the lanes of a pixel format, for 8 bits or, if deep, 16 bits for each channel.
func (p *pixels) lanes(deep bool) []lane {
	var all []lane
	for i, channel := range p.format.channels {
		if to := seenIn[channel]; to != nil {
			all = append(all, p.lane(i, to, deep))
		}
	}
	return all
}

// seenIn maps the channels of pixels to those of an image; depth and stencil are gray.
var seenIn = map[rune][]int{'r': {0}, 'g': {1}, 'b': {2}, 'a': {3}, 'l': {0, 1, 2}, 'd': {0, 1, 2}, 's': {0, 1, 2}}

func (p *pixels) lane(i int, to []int, deep bool) lane {
	l := lane{at: i * p.kind.bytes, bytes: p.kind.bytes, bits: uint(8 * p.kind.bytes), to: to}
	if p.kind.fields != nil {
		l.at, l.low, l.bits = 0, p.kind.fields[i][0], p.kind.fields[i][1]
	}
	most := 255.0
	if deep {
		most = math.MaxUint16
	}
	l.seen = func(v, word uint64) uint16 { return scaled(p.value(v, word, l.bits), most) }
	l.value = func(v, word uint64) float64 { return p.exact(v, word, l.bits) }
	if l.bits <= mostTable && p.kind.what != "shared" {
		l.table = tableOf(tableKey{p.kind.what, l.bits, p.format.integer, deep}, l.seen)
	}
	return l
}

// tables caches the tables, of which few are different.
var tables sync.Map

// tableKey has everything that a table depends on.
type tableKey struct {
	what          string
	bits          uint
	integer, deep bool
}

func tableOf(key tableKey, seen func(value, word uint64) uint16) []uint16 {
	if got, ok := tables.Load(key); ok {
		return got.([]uint16)
	}
	table := make([]uint16, 1<<key.bits)
	for v := range table {
		table[v] = seen(uint64(v), 0)
	}
	tables.Store(key, table)
	return table
}

// scaled returns the fraction f of most.
func scaled(f, most float64) uint16 {
	if !(f > 0) { // also NaN
		return 0
	}
	return uint16(math.Round(min(f, 1) * most))
}

// bitsOf returns the bits of the channel of the pixel at the start of data, and the word that has them.
func (l *lane) bitsOf(data []byte) (v, word uint64) {
	switch data = data[l.at:]; l.bytes {
	case 1:
		word = uint64(data[0])
	case 2:
		word = uint64(binary.LittleEndian.Uint16(data))
	case 4:
		word = uint64(binary.LittleEndian.Uint32(data))
	default:
		word = binary.LittleEndian.Uint64(data)
	}
	return word >> l.low & (1<<l.bits - 1), word
}

// get returns the color of the pixel at the start of data.
func (l *lane) get(data []byte) uint16 {
	v, word := l.bitsOf(data)
	if l.table != nil {
		return l.table[v]
	}
	return l.seen(v, word)
}

// line converts the lane of a row of pixels with a given size in bytes.
func (l *lane) line(out, data []byte, size int) {
	for _, to := range l.to {
		for at, from := to, 0; at < len(out); at, from = at+4, from+size {
			out[at] = byte(l.get(data[from:]))
		}
	}
}

// deepLine is line for 16 bits for each channel.
func (l *lane) deepLine(out, data []byte, size int) {
	for _, to := range l.to {
		for at, from := 2*to, 0; at < len(out); at, from = at+8, from+size {
			binary.BigEndian.PutUint16(out[at:], l.get(data[from:]))
		}
	}
}

// deep reports whether 8 bits for each channel would lose precision. Values of integer formats are always
// limited to 255.
func (p *pixels) deep() bool {
	if p.format.integer {
		return false
	}
	for i, channel := range p.format.channels {
		bits := uint(8 * p.kind.bytes)
		if p.kind.fields != nil {
			bits = p.kind.fields[i][1]
		}
		if bits > 8 && strings.ContainsRune("rgbald", channel) {
			return true
		}
	}
	return false
}
