package apk

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// ManifestName is the path of the manifest in an APK.
const ManifestName = "AndroidManifest.xml"

// File is an APK, or an Android library (AAR).
type File struct {
	Entries    []Entry        // in the order of the directory
	Manifest   *axml.Manifest // nil in a library
	V1, V2, V3 bool           // the signature schemes present; nothing is verified

	r   io.ReaderAt
	end directoryEnd
}

// Open opens the APK at a path; Close on the returned io.Closer closes it. It fails with a *Damaged if the
// file is not a valid APK.
func Open(name string) (*File, io.Closer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s", name, reason(err))
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = damaged("a %s, not a regular file", fsx.KindName(info.Mode()))
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

// Read reads the directory and the manifest of an APK of size bytes. It fails with a *Damaged if the APK is
// not valid.
func Read(r io.ReaderAt, size int64) (*File, error) {
	f, err := readDirectory(r, size)
	if err != nil {
		return nil, err
	}
	return f, f.readManifest()
}

// ReadLibrary reads the directory of an Android library (AAR) of size bytes. The manifest of a library is not
// compiled, and is not read. ReadLibrary fails with a *Damaged if the library is not valid.
func ReadLibrary(r io.ReaderAt, size int64) (*File, error) {
	f, err := readDirectory(r, size)
	if err != nil {
		return nil, err
	}
	if _, found := f.Find(ManifestName); !found {
		return nil, damaged("the file has no %s", ManifestName)
	}
	return f, nil
}

// readDirectory reads the directory of an archive.
func readDirectory(r io.ReaderAt, size int64) (*File, error) {
	end, err := findEnd(r, size)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, damaged("%v", err)
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
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
	return f, f.readSignatures()
}

// checkPlaces rejects duplicate names, as Android does, and entries that overlap: with overlaps, a small file
// could hold any amount of data.
func (f *File) checkPlaces() error {
	seen := make(map[string]bool, len(f.Entries))
	for _, e := range f.Entries {
		if seen[e.Name] {
			return damaged("two entries have the name %s", e.Name)
		}
		seen[e.Name] = true
	}
	const least = 30 // bytes of an entry's header, without its name
	sorted := slices.SortedFunc(slices.Values(f.Entries), func(a, b Entry) int { return cmp.Compare(a.Offset, b.Offset) })
	last, before := int64(0), ""
	for _, e := range sorted {
		if e.Offset-least-int64(len(e.Name)) < last {
			return damaged("the data of %s and the data of %s overlap", before, e.Name)
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

// noManifest returns the error for an archive without a manifest, with the likely file type.
func (f *File) noManifest() error {
	_, bundle := f.Find("base/manifest/" + ManifestName)
	isAPK := func(e Entry) bool { return strings.HasSuffix(e.Name, ".apk") }
	switch {
	case bundle:
		return &Damaged{"the file is an app bundle (.aab)", "convert the bundle: bundletool build-apks --mode=universal --bundle=APP.aab --output=APP.apks; then extract universal.apk from APP.apks"}
	case slices.ContainsFunc(f.Entries, isAPK):
		return &Damaged{"the file is an archive of APKs", "unpack the archive, then pass the APK of the app"}
	}
	return damaged("the file has no %s", ManifestName)
}
