package check

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"sync"

	"github.com/gleslayergen/gleslayergen/android/elf"
)

const (
	maxLibrary  = 1 << 30 // bytes of a library that is looked at
	maxAll      = 4 << 30 // bytes of all libraries of an APK
	keptBytes   = 32 << 20
	keptPiece   = 256 << 10
	maxRestarts = 16 // of a library with tables in an order that no linker gives them
)

// unpacked reads a compressed entry of an APK at any place, as far as it is asked to. The beginning stays in memory, once it was
// unpacked; for a place before the last one and not kept, it begins anew.
type unpacked struct {
	ctx      context.Context
	open     func() (io.ReadCloser, error)
	r        io.ReadCloser
	at       int64 // of the next byte of r
	kept     []*piece
	last     int // bytes of the last piece
	restarts int
}

// ReadAt tells everything that is wrong with the entry as damage.
func (u *unpacked) ReadAt(p []byte, off int64) (int, error) {
	done := 0
	for done < len(p) {
		if err := u.ctx.Err(); err != nil {
			return done, err
		}
		n, err := u.step(p[done:], off+int64(done))
		done += n
		if err != nil {
			return done, u.blame(err)
		}
	}
	return done, nil
}

// step gives some bytes at a place, or comes nearer to it.
func (u *unpacked) step(p []byte, off int64) (int, error) {
	if off < u.end() {
		first := off / keptPiece * keptPiece
		return copy(p, u.kept[off/keptPiece][off-first:min(keptPiece, u.end()-first)]), nil
	}
	if u.r == nil || u.at > off {
		if err := u.restart(); err != nil {
			return 0, err
		}
	}
	switch {
	case u.at < keptBytes && u.at == u.end():
		return 0, u.keep()
	case u.at < off:
		n, err := io.CopyN(io.Discard, u.r, min(off-u.at, keptPiece))
		u.at += n
		return 0, err
	}
	n, err := u.r.Read(p)
	u.at += int64(n)
	return n, err
}

// end is where what is kept ends.
func (u *unpacked) end() int64 {
	if len(u.kept) == 0 {
		return 0
	}
	return int64(len(u.kept)-1)*keptPiece + int64(u.last)
}

// piece is a part of what is kept. Pieces are used again: an app has hundreds of libraries.
type piece [keptPiece]byte

var pieces = sync.Pool{New: func() any { return new(piece) }}

// keep unpacks one more piece of the beginning.
func (u *unpacked) keep() error {
	next := pieces.Get().(*piece)
	n, err := io.ReadFull(u.r, next[:])
	u.at += int64(n)
	if n > 0 {
		u.kept, u.last = append(u.kept, next), n
	} else {
		pieces.Put(next)
	}
	if n > 0 && errors.Is(err, io.ErrUnexpectedEOF) {
		return nil // the last piece
	}
	return err
}

func (u *unpacked) restart() error {
	if u.restarts++; u.restarts > maxRestarts {
		return &elf.Damaged{Why: "its parts are in an order that no linker gives them"}
	}
	u.closeReader()
	r, err := u.open()
	u.r, u.at = r, 0
	return err
}

// close gives back what was kept.
func (u *unpacked) close() {
	u.closeReader()
	for _, p := range u.kept {
		pieces.Put(p)
	}
	u.kept = nil
}

func (u *unpacked) closeReader() {
	if u.r != nil {
		u.r.Close()
	}
	u.r = nil
}

// blame makes what is the entry's fault a *Damaged; the end is for the reader to judge.
func (u *unpacked) blame(err error) error {
	if errors.Is(err, io.EOF) || errors.As(err, new(*elf.Damaged)) || errors.As(err, new(*fs.PathError)) {
		return err
	}
	return &elf.Damaged{Why: "it cannot be unpacked: " + err.Error()}
}
