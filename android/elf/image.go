package elf

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
)

const (
	maxTable = 64 << 20 // bytes of a string table; the largest libraries have about 10 MiB
	maxName  = 4096     // bytes of a name; longer names are truncated
	chunk    = 64 << 10
)

// image is the content of a file, which is not trusted.
type image struct {
	r     io.ReaderAt
	size  uint64
	order binary.ByteOrder
}

// has reports whether n bytes at off are in the file.
func (m *image) has(off, n uint64) bool {
	return off <= m.size && n <= m.size-off && m.size <= math.MaxInt64
}

// fill reads bytes whose range was checked with has. If the file ends earlier, it is damaged.
func (m *image) fill(buf []byte, off uint64) error {
	n, err := m.r.ReadAt(buf, int64(off))
	switch {
	case n == len(buf):
		return nil
	case err == nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return damaged("the file ended while it was read: it is truncated or still being written")
	}
	return err
}

// bytes reads n bytes at off; what is their name in errors.
func (m *image) bytes(off, n uint64, what string) ([]byte, error) {
	if !m.has(off, n) {
		return nil, damaged("%s extends beyond the end of the file: the file is truncated", what)
	}
	if n > maxTable {
		return nil, damaged("%s has %d bytes; the maximum is %d bytes", what, n, maxTable)
	}
	buf := make([]byte, n)
	return buf, m.fill(buf, off)
}

// each reads a table of count entries in chunks and calls take for each entry, until take returns false.
func (m *image) each(off, count, entry uint64, what string, take func(i uint64, entry []byte) bool) error {
	if count > m.size/entry || !m.has(off, count*entry) {
		return damaged("%s extends beyond the end of the file: the file is truncated", what)
	}
	perChunk := chunk / entry
	buf := make([]byte, min(count, perChunk)*entry)
	for first := uint64(0); first < count; first += perChunk {
		part := buf[:min(count-first, perChunk)*entry]
		if err := m.fill(part, off+first*entry); err != nil {
			return err
		}
		for i := uint64(0); i*entry < uint64(len(part)); i++ {
			if !take(first+i, part[i*entry:(i+1)*entry]) {
				return nil
			}
		}
	}
	return nil
}

// names is a string table. Its strings are substrings of it, so that many symbols with one long name need no
// extra memory.
type names string

func (m *image) names(off, n uint64, what string) (names, error) {
	if !m.has(off, n) {
		return "", damaged("%s extends beyond the end of the file: the file is truncated", what)
	}
	if n > maxTable {
		return "", damaged("%s has %d bytes; the maximum is %d bytes", what, n, maxTable)
	}
	var text strings.Builder
	text.Grow(int(n))
	buf := make([]byte, min(n, chunk))
	for at := uint64(0); at < n; at += chunk {
		part := buf[:min(n-at, chunk)]
		if err := m.fill(part, off+at); err != nil {
			return "", err
		}
		text.Write(part)
	}
	return names(text.String()), nil
}

// at returns the string that begins at i, or "" outside the table.
func (s names) at(i uint64) string {
	if i >= uint64(len(s)) {
		return ""
	}
	name := string(s[i:min(i+maxName, uint64(len(s)))])
	if end := strings.IndexByte(name, 0); end >= 0 {
		name = name[:end]
	}
	return name
}
