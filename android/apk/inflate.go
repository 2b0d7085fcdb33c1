package apk

import (
	"compress/flate"
	"errors"
	"io"
	"sync"
)

// unpacker replaces the decompressor of archive/zip, which reads in pieces of 4 KiB. Libraries have
// megabytes.
type unpacker struct {
	source source
	flate  io.ReadCloser
}

var unpackers = sync.Pool{New: func() any {
	u := &unpacker{}
	u.flate = flate.NewReader(&u.source)
	return u
}}

// entryReader reads an entry; Close returns its unpacker to the pool.
type entryReader struct{ *unpacker }

// inflate returns a reader of the uncompressed data of r.
func inflate(r io.Reader) io.ReadCloser {
	u := unpackers.Get().(*unpacker)
	u.source.r, u.source.at, u.source.end, u.source.err = r, 0, 0, nil
	_ = u.flate.(flate.Resetter).Reset(&u.source, nil) // always returns nil
	return &entryReader{u}
}

var errClosed = errors.New("the entry is closed")

func (e *entryReader) Read(p []byte) (int, error) {
	if e.unpacker == nil {
		return 0, errClosed
	}
	return e.flate.Read(p)
}

// Close returns the unpacker to the pool. It may be called twice.
func (e *entryReader) Close() error {
	if e.unpacker != nil {
		e.source.r = nil
		unpackers.Put(e.unpacker)
		e.unpacker = nil
	}
	return nil
}

// source is a buffered reader with a fast ReadByte.
type source struct {
	r       io.Reader
	buf     [64 << 10]byte
	at, end int
	err     error // returned once the buffer is empty
}

// ReadByte is on the fast path: flate reads almost all of its input with it.
func (s *source) ReadByte() (byte, error) {
	if s.at == s.end && !s.fill() {
		return 0, s.err
	}
	b := s.buf[s.at]
	s.at++
	return b, nil
}

func (s *source) Read(p []byte) (int, error) {
	if s.at == s.end && !s.fill() {
		return 0, s.err
	}
	n := copy(p, s.buf[s.at:s.end])
	s.at += n
	return n, nil
}

// fill fills the empty buffer and reports whether it has data.
func (s *source) fill() bool {
	for s.err == nil && s.at == s.end {
		s.at = 0
		s.end, s.err = s.r.Read(s.buf[:])
	}
	return s.at < s.end
}
