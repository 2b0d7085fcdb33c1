package check

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// Kind is the detected kind of a file.
type Kind string

// The kinds of files.
const (
	Layer     Kind = "layer"
	Library   Kind = "library" // part of an app, or needed by layers: not checked as a layer
	LayersAPK Kind = "layers"  // an APK of layers, without code and activities
	AppAPK    Kind = "app"     // an APK of an app
	AAR       Kind = "aar"     // an Android library, for apps that Gradle builds
)

// Checked is a file that was checked, or an entry of one.
type Checked struct {
	File  string `json:"file"`
	Where string `json:"where,omitempty"`
	Kind  Kind   `json:"kind"`
	ABI   string `json:"abi,omitempty"`
}

// Report is the result of Scan.
type Report struct {
	Checked  []Checked
	Findings []Finding
}

// Path checks a shared object, an APK, an Android library (AAR), or a directory of them. It returns the findings in the order of Scan.
func Path(ctx context.Context, path string, o Options) ([]Finding, error) {
	r, err := Scan(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return r.Findings, nil
}

// Scan is like Path and also returns the files that were checked. Findings are sorted by file, then by entry,
// then by severity, the worst first.
func Scan(ctx context.Context, path string, o Options) (*Report, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	l := &checker{ctx: ctx, opt: o, layersOnly: true}
	switch {
	case info.IsDir():
		err = l.dir(path)
	case info.Mode().IsRegular():
		err = l.file(path)
	default: // opening it could block forever
		err = &android.Error{What: path, Why: "a " + fsx.KindName(info.Mode()) + ", not a regular file", Advice: "give a layer, an APK, an Android library (AAR), or a directory that contains such files"}
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(l.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Where, b.Where), cmp.Compare(rank(a.Severity), rank(b.Severity)))
	})
	return &l.Report, nil
}

func rank(s Severity) int { return slices.Index([]Severity{Error, Warning, Note}, s) }

// checker is the state of one call of Scan, for any number of files.
type checker struct {
	Report
	ctx        context.Context
	opt        Options
	layersOnly bool // the user named a file, so a shared object is a layer
	libs       []lib
}

// lib is a shared object and its location.
type lib struct {
	at     Checked
	base   string // file name
	dir    string // name of the ABI directory that contains it, or ""
	build  string // the build directory: the parent of the ABI directory, or else its own directory; "" in an APK or AAR
	object *elf.Object
}

func (l *checker) addFindings(r *report) { l.Findings = append(l.Findings, r.found...) }

// file checks one file.
func (l *checker) file(path string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	start := make([]byte, 4)
	n, err := io.ReadFull(f, start)
	if err != nil && n == 0 && !errors.Is(err, io.EOF) {
		return err
	}
	if isArchive(path) || bytes.Equal(start, []byte("PK\x03\x04")) {
		return l.archive(path, f, info.Size())
	}
	return l.shared(path, f, info.Size())
}

// isArchive reports whether a file has the name of an APK or of an Android library.
func isArchive(path string) bool { return strings.EqualFold(filepath.Ext(path), ".apk") || isAAR(path) }

// isAAR reports whether a file has the name of an Android library.
func isAAR(path string) bool { return strings.EqualFold(filepath.Ext(path), ".aar") }

// shared checks a shared object that is a separate file.
func (l *checker) shared(path string, f io.ReaderAt, size int64) error {
	lib := lib{at: Checked{File: path, Kind: Layer}, base: filepath.Base(path), object: &elf.Object{}, build: filepath.Dir(path)}
	if abi := filepath.Base(lib.build); isABI(abi) {
		lib.dir, lib.build = abi, filepath.Dir(lib.build)
	}
	among := !l.layersOnly && lib.dir == "" // it need not be a layer
	r := &report{file: path}
	o, err := elf.Read(f, size)
	switch bad := (*elf.Damaged)(nil); {
	case errors.As(err, &bad) && among && bad.Other && !likeLayer(lib.base):
		lib.at.Kind = Library
	case errors.As(err, &bad):
		r.add("damaged", bad.Why)
	case err != nil:
		return err
	default:
		lib.object, lib.at.ABI = o, o.ABI
		if among && !isMadeAsLayer(lib.base, o) {
			lib.at.Kind = Library
			break
		}
		r.object(lib.base, o, l.opt)
		r.inDir(lib)
	}
	lib.dropDetails()
	l.Checked, l.libs = append(l.Checked, lib.at), append(l.libs, lib)
	l.addFindings(r)
	return nil
}

// inDir compares the ABI of a library with its directory's name.
func (r *report) inDir(l lib) {
	if l.dir != "" && l.object.ABI != "" && l.dir != l.object.ABI && (l.dir != "armeabi" || l.object.ABI != "armeabi-v7a") {
		r.add("abi-folder", "the library is built for "+l.object.ABI+", but it is in the directory for "+l.dir)
	}
}
