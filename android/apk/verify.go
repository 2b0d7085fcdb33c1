package apk

import (
	"archive/zip"
	"errors"
	"io"
	"strings"
)

// maxContent is the maximum size of all entries of an APK, uncompressed.
const maxContent = 8 << 30

// Verify reads each entry. It fails with a *Damaged if the data of one does not have the size and checksum that the directory
// states: Android and apksigner reject such an APK.
func (f *File) Verify() error {
	rest := uint64(maxContent)
	for _, e := range f.Entries {
		if e.Size > rest {
			return damaged("the entries have more than %d GiB, uncompressed", maxContent>>30)
		}
		rest -= e.Size
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

// VerifyHeaders compares the size and checksum of each entry in the directory with those beside its data, which it does not read. It
// fails with a *Damaged if they differ.
func (f *File) VerifyHeaders() error {
	directory := make([]byte, f.end.size)
	if _, err := f.r.ReadAt(directory, f.end.directory); err != nil {
		return damaged("%v", err)
	}
	for _, e := range f.Entries {
		if len(directory) < 46 {
			return damaged("the central directory is truncated")
		}
		local := int64(le.Uint32(directory[42:]))
		length := 46 + int(le.Uint16(directory[28:])) + int(le.Uint16(directory[30:])) + int(le.Uint16(directory[32:]))
		directory = directory[min(length, len(directory)):]
		sums, err := f.sumsBeside(e, local)
		if err != nil {
			return damaged("%s: %v", e.Name, err)
		}
		if sums != [3]uint32{e.CRC32, uint32(e.Compressed), uint32(e.Size)} {
			return damaged("%s has other sizes or another checksum in the central directory than beside its data", e.Name)
		}
	}
	return nil
}

// sumsBeside returns the checksum and the sizes in the local header of an entry, or after its data.
func (f *File) sumsBeside(e Entry, local int64) (sums [3]uint32, err error) {
	const later = 8 // flag: they follow the data, with or without a signature before them
	var header [30]byte
	if _, err = f.r.ReadAt(header[:], local); err != nil {
		return sums, err
	}
	at := header[14:26]
	if le.Uint16(header[6:])&later != 0 {
		var after [16]byte
		n, err := f.r.ReadAt(after[:], e.Offset+int64(e.Compressed))
		if n < len(after) {
			return sums, err
		}
		if at = after[:12]; string(at[:4]) == "PK\x07\x08" {
			at = after[4:]
		}
	}
	for i := range sums {
		sums[i] = le.Uint32(at[4*i:])
	}
	return sums, nil
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
