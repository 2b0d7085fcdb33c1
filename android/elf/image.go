package elf

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
)

const (
	maxTable = 64 << 20 // bytes of a table of strings; the largest libraries have some 10 MiB
	maxName  = 4096     // bytes of a name; what is behind is cut
	chunk    = 64 << 10
)

// image is the bytes of a file, which may be of any content.
type image struct {
	r     io.ReaderAt
	size  uint64
	order binary.ByteOrder
}

// has reports whether n bytes at off are in the file.
func (m *image) has(off, n uint64) bool {
	return off <= m.size && n <= m.size-off && m.size <= math.MaxInt64
}

// fill reads what has promised; a file that ends before is damaged.
func (m *image) fill(buf []byte, off uint64) error {
	n, err := m.r.ReadAt(buf, int64(off))
	switch {
	case n == len(buf):
		return nil
	case err == nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return damaged("it ends in the middle of something")
	}
	return err
}

// bytes reads a small piece; what names it in errors.
func (m *image) bytes(off, n uint64, what string) ([]byte, error) {
	if !m.has(off, n) {
		return nil, damaged("%s would lie outside of the file: it is cut short", what)
	}
	if n > maxTable {
		return nil, damaged("%s would have %d bytes", what, n)
	}
	buf := make([]byte, n)
	return buf, m.fill(buf, off)
}

// each reads count entries of a table piece by piece and hands them on, until there are no more or entry returns false.
func (m *image) each(off, count, entry uint64, what string, take func(i uint64, entry []byte) bool) error {
	if count > m.size/entry || !m.has(off, count*entry) {
		return damaged("%s would lie outside of the file: it is cut short", what)
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

// names is a table of strings. What it gives are parts of it, so that many symbols with one long name take no memory.
type names string

func (m *image) names(off, n uint64, what string) (names, error) {
	if !m.has(off, n) {
		return "", damaged("%s would lie outside of the file: it is cut short", what)
	}
	if n > maxTable {
		return "", damaged("%s would have %d bytes", what, n)
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

// at is the string that begins at i, "" outside of the table.
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
