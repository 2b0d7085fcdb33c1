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
	maxLibrary  = 1 << 30 // maximum size of a library in bytes
	maxAll      = 4 << 30 // maximum size of all libraries of an APK in bytes
	keptBytes   = 32 << 20
	keptPiece   = 256 << 10
	maxRestarts = 16 // exceeded only by a library with its tables in an order that no linker creates
)

// unpacked is an io.ReaderAt for a compressed entry of an APK. It uncompresses only as far as needed and
// keeps the beginning in memory. To read an earlier offset that is not kept, it starts from the beginning
// again.
type unpacked struct {
	ctx      context.Context
	open     func() (io.ReadCloser, error)
	r        io.ReadCloser
	at       int64 // offset of r's next byte
	kept     []*piece
	last     int // bytes used of the last piece
	restarts int
}

// ReadAt reads uncompressed data at an offset. A compressed entry that is not valid is an *elf.Damaged.
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

// step reads some bytes at an offset, or skips toward it and returns 0.
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

// end returns the size of the data kept.
func (u *unpacked) end() int64 {
	if len(u.kept) == 0 {
		return 0
	}
	return int64(len(u.kept)-1)*keptPiece + int64(u.last)
}

// piece is a part of the data kept. Pieces are pooled: an app has hundreds of libraries.
type piece [keptPiece]byte

var pieces = sync.Pool{New: func() any { return new(piece) }}

// keep uncompresses and keeps one more piece.
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
		return &elf.Damaged{Why: "the sections are in an order that no linker writes"}
	}
	u.closeReader()
	r, err := u.open()
	u.r, u.at = r, 0
	return err
}

// close returns the pieces to the pool.
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

// blame converts an error of the entry's data to a *elf.Damaged. It leaves io.EOF for the caller to handle.
func (u *unpacked) blame(err error) error {
	if errors.Is(err, io.EOF) || errors.As(err, new(*elf.Damaged)) || errors.As(err, new(*fs.PathError)) {
		return err
	}
	return &elf.Damaged{Why: "the entry cannot be uncompressed: " + err.Error()}
}
