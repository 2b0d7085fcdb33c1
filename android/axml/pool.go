package axml

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// pool is the string pool. Several indices may refer to one entry.
type pool struct {
	flags   uint32
	slots   []int // index of the entry, by string index
	entries []entry
}

// entry is a string. raw is its form in the file: length, characters, terminating zero.
type entry struct {
	raw  []byte
	text string
}

// Flags of a string pool.
const (
	flagSorted = 1 << 0
	flagUTF8   = 1 << 8
)

const poolHeader = 28

// decodePool decodes a string pool. It drops styles, which manifests do not use. Two strings share all of
// their bytes or none: with overlaps, a small pool could hold any number of characters.
func decodePool(c chunk) (pool, error) {
	if len(c.header) < poolHeader {
		return pool{}, c.damaged("the header of the string pool is too short")
	}
	count, p := int64(le.Uint32(c.header[8:])), pool{flags: le.Uint32(c.header[16:])}
	start := int64(le.Uint32(c.header[20:])) - int64(len(c.header))
	if count*4 > int64(len(c.body)) || (count > 0 && (start < 0 || start > int64(len(c.body)))) {
		return p, c.damaged("the header of the string pool is invalid: %d strings in %d bytes", count, len(c.body))
	}
	if count == 0 {
		return p, nil
	}
	err := p.decodeEntries(c, c.body[:4*count], c.body[start:])
	return p, err
}

// decodeEntries decodes the strings at offsets.
func (p *pool) decodeEntries(c chunk, offsets, texts []byte) error {
	seen, total := map[uint32]int{}, 0
	for ; len(offsets) > 0; offsets = offsets[4:] {
		at := le.Uint32(offsets)
		number, ok := seen[at]
		if !ok {
			e, err := p.decodeEntry(c, texts, at)
			if err != nil {
				return err
			}
			if total += len(e.raw); total > len(texts)+4 {
				return c.damaged("strings of the string pool overlap")
			}
			number, seen[at] = len(p.entries), len(p.entries)
			p.entries = append(p.entries, e)
		}
		p.slots = append(p.slots, number)
	}
	return nil
}

// decodeEntry decodes the string at an offset.
func (p *pool) decodeEntry(c chunk, texts []byte, at uint32) (entry, error) {
	if int64(at) > int64(len(texts)) {
		return entry{}, c.damaged("a string is outside the string pool")
	}
	decode := decode16
	if p.flags&flagUTF8 != 0 {
		decode = decode8
	}
	e, ok := decode(texts[at:])
	if !ok {
		return e, c.damaged("a string ends outside the string pool")
	}
	return e, nil
}

// decode8 decodes a UTF-8 string: the length in UTF-16 units, the length in bytes, the bytes, a zero.
func decode8(b []byte) (entry, bool) {
	_, first, ok := length8(b)
	if !ok {
		return entry{}, false
	}
	size, second, ok := length8(b[first:])
	head := first + second
	if !ok || head+size >= len(b) {
		return entry{}, false
	}
	return entry{b[:head+size+1], strings.ToValidUTF8(string(b[head:head+size]), "\ufffd")}, true
}

// length8 decodes a length of one or two bytes.
func length8(b []byte) (length, size int, ok bool) {
	switch {
	case len(b) < 2:
		return 0, 0, false
	case b[0]&0x80 == 0:
		return int(b[0]), 1, true
	}
	return int(b[0]&0x7f)<<8 | int(b[1]), 2, true
}

// decode16 decodes a UTF-16 string: the length in 16-bit units, the units, a zero.
func decode16(b []byte) (entry, bool) {
	if len(b) < 2 {
		return entry{}, false
	}
	size, head := int64(le.Uint16(b)), int64(2)
	if size&0x8000 != 0 {
		if len(b) < 4 {
			return entry{}, false
		}
		size, head = (size&0x7fff)<<16|int64(le.Uint16(b[2:])), 4
	}
	end := head + 2*size
	if end+2 > int64(len(b)) {
		return entry{}, false
	}
	units := make([]uint16, size)
	for i := range units {
		units[i] = le.Uint16(b[head+2*int64(i):])
	}
	return entry{b[:end+2], string(utf16.Decode(units))}, true
}

// text returns the string at an index, and whether it exists.
func (p *pool) text(number uint32) (string, bool) {
	if int64(number) >= int64(len(p.slots)) {
		return "", false
	}
	return p.entries[p.slots[number]].text, true
}

// find returns the index of a string. It appends the string if it is missing.
func (p *pool) find(text string) uint32 {
	for i, slot := range p.slots {
		if p.entries[slot].text == text {
			return uint32(i)
		}
	}
	p.insert(len(p.slots), text)
	return uint32(len(p.slots) - 1)
}

// insert inserts a string before an index.
func (p *pool) insert(number int, text string) {
	p.flags &^= flagSorted
	p.slots = slices.Insert(p.slots, number, len(p.entries))
	p.entries = append(p.entries, entry{p.encode(text), text})
}

// encode returns a string in the pool's encoding.
func (p *pool) encode(text string) []byte {
	units := utf16.Encode([]rune(text))
	if p.flags&flagUTF8 != 0 {
		b := appendLength8(appendLength8(nil, len(units)), len(text))
		return append(append(b, text...), 0)
	}
	var b []byte
	if len(units) > 0x7fff {
		b = le.AppendUint16(b, uint16(0x8000|len(units)>>16))
	}
	b = le.AppendUint16(b, uint16(len(units)))
	for _, u := range units {
		b = le.AppendUint16(b, u)
	}
	return append(b, 0, 0)
}

func appendLength8(b []byte, n int) []byte {
	if n > 0x7f {
		return append(b, byte(0x80|n>>8), byte(n))
	}
	return append(b, byte(n))
}
