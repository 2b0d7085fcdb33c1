package apk

import (
	"fmt"
	"io"
	"os"
	"slices"
)

// Find returns the entry of a name, and whether it exists.
func (f *File) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(f.Entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return f.Entries[i], true
}

// Open returns a reader of an entry's uncompressed data. It rejects an entry that claims more than limit
// bytes, and the reader returns at most limit+1 bytes.
func (f *File) Open(name string, limit int64) (io.ReadCloser, error) {
	e, ok := f.Find(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: %w", name, os.ErrNotExist)
	case e.Size > uint64(limit):
		return nil, damaged("%s has %d bytes; the maximum is %d bytes", name, e.Size, limit)
	}
	r, err := e.file.Open()
	if err != nil {
		return nil, damaged("%s: %v", name, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(r, limit+1), r}, nil // the checksum is verified only when the byte after the last is read
}

// ReadAll returns the uncompressed data of an entry. It fails like Open, or if the data is damaged.
func (f *File) ReadAll(name string, limit int64) ([]byte, error) {
	r, err := f.Open(name, limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, damaged("%s: %v", name, err)
	}
	return data, nil
}

// Raw returns a reader of the entry's data in the APK, still compressed if it is.
func (f *File) Raw(e Entry) *io.SectionReader {
	return io.NewSectionReader(f.r, e.Offset, int64(e.Compressed))
}
