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

// Kind is what a file was taken for.
type Kind string

// The kinds of files.
const (
	Layer     Kind = "layer"
	Library   Kind = "library" // of an app, or one that layers need: not looked at as a layer
	LayersAPK Kind = "layers"  // an APK of layers, without code and activities
	AppAPK    Kind = "app"     // an APK of an app
)

// Looked is a file, or an entry of one, that was looked at.
type Looked struct {
	File  string `json:"file"`
	Where string `json:"where,omitempty"`
	Kind  Kind   `json:"kind"`
	ABI   string `json:"abi,omitempty"`
}

// Report is what came of a look.
type Report struct {
	Looked   []Looked
	Findings []Finding
}

// Path looks at a shared object, an APK, or a folder of both.
func Path(ctx context.Context, path string, o Options) ([]Finding, error) {
	r, err := Look(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return r.Findings, nil
}

// Look is Path, and tells what was looked at. Findings are in the order of the files, the worst first.
func Look(ctx context.Context, path string, o Options) (*Report, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	l := &look{ctx: ctx, opt: o, layersOnly: true}
	switch {
	case info.IsDir():
		err = l.folder(path)
	case info.Mode().IsRegular():
		err = l.file(path)
	default: // opening it could wait for ever
		err = &android.Error{What: path, Why: "it is no file but a " + fsx.KindName(info.Mode()), Advice: "name a layer, an APK, or a folder of them"}
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

// look is one look, at however many files.
type look struct {
	Report
	ctx        context.Context
	opt        Options
	layersOnly bool // shared objects were named as layers
	libs       []lib
}

// lib is a shared object, and where it was found.
type lib struct {
	at     Looked
	base   string // name of its file
	folder string // the ABI whose folder it is in, ""
	build  string // the folder that has it, or that of its ABI; "" in an APK
	object *elf.Object
}

func (l *look) take(r *report) { l.Findings = append(l.Findings, r.found...) }

// file looks at one file.
func (l *look) file(path string) error {
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
	if strings.EqualFold(filepath.Ext(path), ".apk") || bytes.Equal(start, []byte("PK\x03\x04")) {
		return l.apk(path, f, info.Size())
	}
	return l.shared(path, f, info.Size())
}

// shared looks at a shared object in a file of its own.
func (l *look) shared(path string, f io.ReaderAt, size int64) error {
	lib := lib{at: Looked{File: path, Kind: Layer}, base: filepath.Base(path), object: &elf.Object{}, build: filepath.Dir(path)}
	if abi := filepath.Base(lib.build); isABI(abi) {
		lib.folder, lib.build = abi, filepath.Dir(lib.build)
	}
	among := !l.layersOnly && lib.folder == "" // it may be anything
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
		r.inFolder(lib)
	}
	lib.forget()
	l.Looked, l.libs = append(l.Looked, lib.at), append(l.libs, lib)
	l.take(r)
	return nil
}

// inFolder compares the ABI of a library with that of its folder.
func (r *report) inFolder(l lib) {
	if l.folder != "" && l.object.ABI != "" && l.folder != l.object.ABI && (l.folder != "armeabi" || l.object.ABI != "armeabi-v7a") {
		r.add("abi-folder", "it is built for "+l.object.ABI+", and stands in a folder "+l.folder)
	}
}
