package apk

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

var le = binary.LittleEndian

// directoryEnd is the content of a zip's end of central directory record.
type directoryEnd struct {
	directory int64 // offset of the directory
	size      int64
}

const (
	endSize      = 22
	locatorSize  = 20 // of the zip64 record before the end record, which refers to another directory
	maxComment   = 0xffff
	maxDirectory = 64 << 20 // 65535 entries with names of 1000 bytes
)

// findEnd finds the end of central directory record, and checks the directory's bounds before the directory
// is read.
func findEnd(r io.ReaderAt, size int64) (directoryEnd, error) {
	tail := make([]byte, min(size, locatorSize+endSize+maxComment))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return directoryEnd{}, err
	}
	for at := len(tail) - endSize; at >= 0; at-- {
		record := tail[at:]
		if !bytes.HasPrefix(record, []byte("PK\x05\x06")) || endSize+int(le.Uint16(record[20:])) > len(record) {
			continue
		}
		if at >= locatorSize && bytes.HasPrefix(tail[at-locatorSize:], []byte("PK\x06\x07")) {
			return directoryEnd{}, errZip64
		}
		return readEnd(record, size-int64(len(record)))
	}
	return directoryEnd{}, damaged("the file is not a zip archive, or is truncated: it does not end with a central directory")
}

var errZip64 = damaged("the file is a zip64 archive, which Android does not support")

// readEnd parses the end of central directory record at offset at.
func readEnd(record []byte, at int64) (directoryEnd, error) {
	count, size, start := le.Uint16(record[10:]), int64(le.Uint32(record[12:])), int64(le.Uint32(record[16:]))
	switch {
	case count == 0xffff || size == 0xffffffff || start == 0xffffffff:
		return directoryEnd{}, errZip64
	case start+size > at:
		return directoryEnd{}, damaged("the central directory extends beyond the end of the file")
	case size > maxDirectory:
		return directoryEnd{}, damaged("the central directory has %d bytes; the maximum is %d bytes", size, maxDirectory)
	}
	return directoryEnd{start, size}, nil
}

// The APK Signing Block, which is before the directory: size, pairs, size, magic.
const (
	blockMagic = "APK Sig Block 42"
	blockFoot  = 8 + len(blockMagic)
	maxBlock   = 16 << 20
	idV2       = 0x7109871a
	idV3       = 0xf05368c0
)

var (
	signatureFile  = lazyregexp.New(`(?i)^META-INF/[^/]+\.SF$`)
	signatureBlock = lazyregexp.New(`(?i)^META-INF/[^/]+\.(RSA|DSA|EC)$`)
)

// readSignatures detects which signature schemes are present.
func (f *File) readSignatures() error {
	files, blocks := 0, 0
	for _, e := range f.Entries {
		if signatureFile.MatchString(e.Name) {
			files++
		}
		if signatureBlock.MatchString(e.Name) {
			blocks++
		}
	}
	f.V1 = files > 0 && blocks > 0
	foot := make([]byte, blockFoot)
	if f.end.directory < int64(len(foot)) {
		return nil
	}
	if _, err := f.r.ReadAt(foot, f.end.directory-int64(len(foot))); err != nil || string(foot[8:]) != blockMagic {
		return nil
	}
	size := le.Uint64(foot)
	if size < uint64(blockFoot) || size > uint64(min(maxBlock, f.end.directory-8)) {
		return damaged("the size of the APK Signing Block, %d bytes, is out of range", size)
	}
	block := make([]byte, size+8)
	if _, err := f.r.ReadAt(block, f.end.directory-int64(len(block))); err != nil || le.Uint64(block) != size {
		return damaged("the two size fields of the APK Signing Block differ")
	}
	return f.readPairs(block[8 : len(block)-blockFoot])
}

// readPairs reads the pairs of the signing block: the length in 8 bytes, then that many bytes, of which the
// first 4 are an id.
func (f *File) readPairs(pairs []byte) error {
	for len(pairs) > 0 {
		if len(pairs) < 12 {
			return damaged("the APK Signing Block is truncated")
		}
		size := le.Uint64(pairs)
		if size < 4 || size > uint64(len(pairs)-8) {
			return damaged("the size of a part of the APK Signing Block, %d bytes, is out of range", size)
		}
		switch le.Uint32(pairs[8:]) {
		case idV2:
			f.V2 = true
		case idV3:
			f.V3 = true
		}
		pairs = pairs[8+size:]
	}
	return nil
}

// isSignature reports whether an entry belongs to a v1 signature or is a store's stamp. Both are invalid in a
// changed APK.
func isSignature(name string) bool {
	return signatureFile.MatchString(name) || signatureBlock.MatchString(name) || name == "META-INF/MANIFEST.MF" || name == "stamp-cert-sha256"
}
