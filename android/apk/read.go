package apk

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// ManifestName is what the manifest of an APK is called in it.
const ManifestName = "AndroidManifest.xml"

// File is an APK that was read.
type File struct {
	Entries    []Entry // as its directory has them
	Manifest   *axml.Manifest
	V1, V2, V3 bool // the schemes by which it says to be signed; nothing is verified

	r   io.ReaderAt
	end directoryEnd
}

// Entry is a file in an APK.
type Entry struct {
	Name             string
	Stored           bool  // not compressed
	Offset           int64 // of its data in the APK
	Size, Compressed uint64
	CRC32            uint32

	file *zip.File
}

// ABI is the ABI that an entry is a library for, where Android looks for one: lib/ABI/lib*.so; else "".
func (e Entry) ABI() string {
	dir, name := path.Split(e.Name)
	abi, ok := strings.CutPrefix(strings.TrimSuffix(dir, "/"), "lib/")
	if !ok || abi == "" || strings.Contains(abi, "/") || !strings.HasPrefix(name, "lib") || !strings.HasSuffix(name, ".so") {
		return ""
	}
	return abi
}

// Open opens the APK at a path; Close closes it.
func Open(name string) (*File, io.Closer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s", name, reason(err))
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = damaged("it is not a plain file")
	}
	var apk *File
	if err == nil {
		apk, err = Read(f, info.Size())
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return apk, f, nil
}

// Read reads the directory and the manifest of an APK.
func Read(r io.ReaderAt, size int64) (*File, error) {
	end, err := findEnd(r, size)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, damaged("%v", err)
	}
	f := &File{r: r, end: end}
	for _, file := range z.File {
		e, err := newEntry(file, end.directory)
		if err != nil {
			return nil, err
		}
		f.Entries = append(f.Entries, e)
	}
	if err := f.checkPlaces(); err != nil {
		return nil, err
	}
	if err := f.readSignatures(); err != nil {
		return nil, err
	}
	return f, f.readManifest()
}

// newEntry says where the data of an entry is, which has to be in front of the directory.
func newEntry(file *zip.File, directory int64) (Entry, error) {
	at, err := file.DataOffset()
	if err != nil {
		return Entry{}, damaged("%s: %v", file.Name, err)
	}
	e := Entry{Name: file.Name, Stored: file.Method == zip.Store, Offset: at,
		Size: file.UncompressedSize64, Compressed: file.CompressedSize64, CRC32: file.CRC32, file: file}
	switch {
	case at > directory || e.Compressed > uint64(directory-at):
		return e, damaged("%s lies outside the file", e.Name)
	case file.Method != zip.Store && file.Method != zip.Deflate:
		return e, damaged("%s is compressed by method %d, which Android does not know", e.Name, file.Method)
	case e.Stored && e.Size != e.Compressed:
		return e, damaged("%s is stored, but with another size than its own", e.Name)
	}
	return e, nil
}

// checkPlaces wants each name once, as Android does, and no two entries in one place: a small file could hold any amount else.
func (f *File) checkPlaces() error {
	seen := make(map[string]bool, len(f.Entries))
	for _, e := range f.Entries {
		if seen[e.Name] {
			return damaged("it has two entries %s", e.Name)
		}
		seen[e.Name] = true
	}
	const least = 30 // bytes of the head of an entry, without its name
	sorted := slices.SortedFunc(slices.Values(f.Entries), func(a, b Entry) int { return cmp.Compare(a.Offset, b.Offset) })
	last, before := int64(0), ""
	for _, e := range sorted {
		if e.Offset-least-int64(len(e.Name)) < last {
			return damaged("%s and %s stand in one place", before, e.Name)
		}
		last, before = e.Offset+int64(e.Compressed), e.Name
	}
	return nil
}

func (f *File) readManifest() error {
	data, err := f.ReadAll(ManifestName, axml.MaxSize)
	if errors.Is(err, os.ErrNotExist) {
		return f.noManifest()
	}
	if err == nil {
		f.Manifest, err = axml.ReadManifest(data)
	}
	if err != nil {
		return &Damaged{Why: fmt.Sprintf("%s: %v", ManifestName, err)}
	}
	return nil
}

// noManifest says what the file may be instead.
func (f *File) noManifest() error {
	has := func(prefix string) bool {
		return slices.ContainsFunc(f.Entries, func(e Entry) bool { return strings.HasPrefix(e.Name, prefix) })
	}
	switch {
	case has("base/manifest/" + ManifestName):
		return &Damaged{"it is an app bundle (.aab)", "make an APK of it with: bundletool build-apks --mode=universal, and take universal.apk out of the result"}
	case has("toc.pb"), has("base.apk"), has("splits/"):
		return &Damaged{"it holds APKs, and is none", "unpack it, and give an APK that is in it"}
	}
	return damaged("it has no %s", ManifestName)
}

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
