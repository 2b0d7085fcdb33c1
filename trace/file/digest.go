package file

import (
	"context"
	"crypto/sha256"
	"io"
)

// Digest returns the SHA-256 hash of the file.
func (f *File) Digest(ctx context.Context) (sum [sha256.Size]byte, err error) {
	size, err := f.stat()
	if err != nil {
		return sum, err
	}
	hash, all, buffer := sha256.New(), io.NewSectionReader(f.r, 0, size), make([]byte, 1<<20)
	for {
		n, err := all.Read(buffer)
		hash.Write(buffer[:n])
		switch {
		case ctx.Err() != nil:
			return sum, ctx.Err()
		case err == io.EOF:
			return [sha256.Size]byte(hash.Sum(nil)), nil
		case err != nil:
			return sum, err
		}
	}
}
