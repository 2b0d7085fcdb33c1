package apk

import (
	"archive/zip"
	"errors"
	"io"
	"strings"
)

// maxContent is the maximum size of all entries of an APK, uncompressed.
const maxContent = 8 << 30

// Verify reads each entry that skip does not select. It fails with a *Damaged if the data of one does not have the size and checksum that the directory
// states: Android and apksigner reject such an APK.
func (f *File) Verify(skip func(name string) bool) error {
	rest := uint64(maxContent)
	for _, e := range f.Entries {
		if e.Size > rest {
			return damaged("the entries have more than %d GiB, uncompressed", maxContent>>30)
		}
		rest -= e.Size
		if skip(e.Name) {
			continue
		}
		if err := e.verify(); err != nil {
			return err
		}
	}
	return nil
}

func (e Entry) verify() error {
	r, err := e.file.Open()
	if err != nil {
		return damaged("%s: %v", e.Name, err)
	}
	defer r.Close()
	n, err := io.Copy(io.Discard, io.LimitReader(r, int64(e.Size)+1))
	switch {
	case uint64(n) > e.Size, errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, zip.ErrFormat):
		return damaged("%s does not have the %d bytes that the central directory states", e.Name, e.Size)
	case err != nil:
		return damaged("%s: %v", e.Name, err)
	}
	return nil
}

// leadsOut reports whether the name of an entry could lead out of a directory to which the APK is extracted.
func leadsOut(name string) bool {
	for part := range strings.SplitSeq(strings.ReplaceAll(name, `\`, "/"), "/") {
		if part == ".." {
			return true
		}
	}
	return name == "" || name[0] == '/' || name[0] == '\\'
}
