// Package buildid tells builds of this program apart, also those that bear one version.
package buildid

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// form is that of an identity which the Go linker notes: hashes of what was built from, and of what came out of it. A note that a
// build was given by hand has another.
var form = lazyregexp.New(`^[A-Za-z0-9_-]{20}(/[A-Za-z0-9_-]{20}){3}$`)

// This is the identity of the program that runs. It is an error where that cannot be told for certain: where the file may have been
// replaced since the program began.
func This() (string, error) {
	f, err := openThis()
	if err != nil {
		return "", err
	}
	defer f.Close()
	if id := goNote(f); form.MatchString(id) {
		return id, nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(f, 0, 1<<40)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// goNote is what Go notes in programs in the ELF format.
func goNote(f io.ReaderAt) string {
	file, err := elf.NewFile(f)
	if err != nil {
		return ""
	}
	s := file.Section(".note.go.buildid")
	if s == nil || s.Size > 4096 {
		return ""
	}
	note, err := s.Data()
	const head = 16 // three numbers, and the name Go
	if err != nil || len(note) < head || !bytes.Equal(note[12:head], []byte("Go\x00\x00")) {
		return ""
	}
	size := int(file.ByteOrder.Uint32(note[4:]))
	return string(note[head:min(head+size, len(note))])
}
