package apk

import (
	"fmt"
	"io"
	"os"
	"slices"
)

// Find is the entry of a name.
func (f *File) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(f.Entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return f.Entries[i], true
}

// Open reads an entry, unpacked. One that says to have more than limit bytes is refused, and no more of it is read.
func (f *File) Open(name string, limit int64) (io.ReadCloser, error) {
	e, ok := f.Find(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: %w", name, os.ErrNotExist)
	case e.Size > uint64(limit):
		return nil, damaged("%s has %d bytes, and at most %d are read", name, e.Size, limit)
	}
	r, err := e.file.Open()
	if err != nil {
		return nil, damaged("%s: %v", name, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(r, limit+1), r}, nil // the byte behind the last brings the verdict on the checksum
}

// ReadAll is the content of an entry.
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

// Raw is the data of an entry as it stands in the APK.
func (f *File) Raw(e Entry) *io.SectionReader {
	return io.NewSectionReader(f.r, e.Offset, int64(e.Compressed))
}
