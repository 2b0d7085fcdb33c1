package apk

import (
	"archive/zip"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Entry is a file in an APK.
type Entry struct {
	Name             string
	Stored           bool  // not compressed
	Offset           int64 // of the data, in bytes from the start of the APK
	Size, Compressed uint64
	CRC32            uint32

	file *zip.File
}

// library matches the entries that Android looks for as libraries.
var library = lazyregexp.New(`^lib/([A-Za-z0-9_-]+)/lib[^/]*\.so$`)

// ABI returns the ABI of a library at lib/ABI/lib*.so, where Android looks for it. For all other entries it
// returns "".
func (e Entry) ABI() string {
	if m := library.FindStringSubmatch(e.Name); m != nil {
		return m[1]
	}
	return ""
}

// newEntry locates the data of an entry. The data has to be before the directory.
func newEntry(file *zip.File, directory int64) (Entry, error) {
	at, err := file.DataOffset()
	if err != nil {
		return Entry{}, damaged("%s: %v", file.Name, err)
	}
	e := Entry{Name: file.Name, Stored: file.Method == zip.Store, Offset: at,
		Size: file.UncompressedSize64, Compressed: file.CompressedSize64, CRC32: file.CRC32, file: file}
	switch {
	case leadsOut(e.Name):
		return e, damaged("the name of the entry %q leads out of the APK", e.Name)
	case at > directory || e.Compressed > uint64(directory-at):
		return e, damaged("the data of %s extends beyond the start of the central directory", e.Name)
	case file.Method != zip.Store && file.Method != zip.Deflate:
		return e, damaged("%s uses compression method %d, which Android does not support", e.Name, file.Method)
	case e.Stored && e.Size != e.Compressed:
		return e, damaged("%s is stored without compression, but its compressed size of %d bytes differs from its uncompressed size of %d bytes", e.Name, e.Compressed, e.Size)
	}
	return e, nil
}
