package apk

import (
	"compress/flate"
	"errors"
	"io"
	"sync"
)

// unpacker takes the place of the one of archive/zip, which reads an APK in pieces of 4 KiB; libraries have megabytes.
type unpacker struct {
	source source
	flate  io.ReadCloser
}

var unpackers = sync.Pool{New: func() any {
	u := &unpacker{}
	u.flate = flate.NewReader(&u.source)
	return u
}}

// entryReader is an entry while it is unpacked; the unpacker is given back as it is closed.
type entryReader struct{ *unpacker }

// inflate unpacks what r gives.
func inflate(r io.Reader) io.ReadCloser {
	u := unpackers.Get().(*unpacker)
	u.source.r, u.source.at, u.source.end, u.source.err = r, 0, 0, nil
	_ = u.flate.(flate.Resetter).Reset(&u.source, nil) // it has no error to give
	return &entryReader{u}
}

var errClosed = errors.New("the entry is closed")

func (e *entryReader) Read(p []byte) (int, error) {
	if e.unpacker == nil {
		return 0, errClosed
	}
	return e.flate.Read(p)
}

// Close may be called twice.
func (e *entryReader) Close() error {
	if e.unpacker != nil {
		e.source.r = nil
		unpackers.Put(e.unpacker)
		e.unpacker = nil
	}
	return nil
}

// source reads ahead, and gives single bytes quickly.
type source struct {
	r       io.Reader
	buf     [64 << 10]byte
	at, end int
	err     error // behind the end
}

// ReadByte is the way of almost all that is read.
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

// fill reads on, and reports whether there is more.
func (s *source) fill() bool {
	for s.err == nil && s.at == s.end {
		s.at = 0
		s.end, s.err = s.r.Read(s.buf[:])
	}
	return s.at < s.end
}
