package check

import (
	"cmp"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// maxLibraries is the maximum number of libraries checked in an archive; large apps have a few hundred.
const maxLibraries = 2000

// archive is the state of the check of an APK or AAR.
type archive struct {
	*checker
	*report // findings of the archive as a whole
	file    *apk.File
	path    string
	kind    Kind
	layers  bool // it is an APK of layers
	entries []apk.Entry
	there   map[place]bool // places of the libraries in entries
	libs    []*entryLib
}

// entryLib is a library in an archive.
type entryLib struct {
	lib
	entry    apk.Entry
	bad      *elf.Damaged
	intended bool    // meant to be a layer
	report   *report // findings if it is a layer
}

// place is the position of a library in an archive.
type place struct{ dir, base string }

// archive checks an APK or AAR.
func (l *checker) archive(path string, f io.ReaderAt, size int64) error {
	a, read := &archive{checker: l, report: &report{file: path}, path: path, kind: AppAPK}, apk.Read
	if isAAR(path) {
		a.kind, read = AAR, apk.ReadLibrary
	}
	defer func() { l.addFindings(a.report) }()
	var bad *apk.Damaged
	file, err := read(f, size)
	if errors.As(err, &bad) {
		found := a.add("damaged", bad.Why)
		found.Remedy = cmp.Or(bad.Advice, found.Remedy)
		l.Checked = append(l.Checked, Checked{File: path, Kind: a.kind})
		return nil
	}
	if err != nil {
		return err
	}
	a.file = file
	if a.kind == AAR {
		return a.library()
	}
	return a.app()
}

// code matches the entries with an app's classes.
var code = lazyregexp.New(`^classes[0-9]*\.dex$`).MatchString

func (a *archive) hasCode() bool {
	return slices.ContainsFunc(a.file.Entries, func(e apk.Entry) bool { return code(e.Name) })
}

// inLib and inJNI match the libraries of an APK and of an AAR, including those with names that Android does not
// extract.
var (
	inLib = lazyregexp.New(`^lib/[^/]+/[^/]+\.so$`).MatchString
	inJNI = lazyregexp.New(`^jni/[^/]+/[^/]+\.so$`).MatchString
)

// app checks an APK.
func (a *archive) app() error {
	// An app without Java has no code either, but it has activities: android.app.NativeActivity is a class of
	// Android itself.
	a.layers = !a.hasCode() && a.file.Manifest.Split == "" && len(a.file.Manifest.Activities) == 0
	if a.opt.LayersAPK != nil {
		a.layers = *a.opt.LayersAPK
	}
	if a.layers {
		a.kind = LayersAPK
	}
	if err := a.libraries(inLib); err != nil {
		return err
	}
	a.packing()
	a.manifest()
	a.signature()
	a.together()
	return nil
}

// library checks an AAR. Gradle packs its libraries into the APK of an app, and merges the manifests: what an APK
// must have, it need not have.
func (a *archive) library() error {
	if err := a.libraries(inJNI); err != nil {
		return err
	}
	if !a.hasLayer() && a.layersOnly {
		found := a.add("no-layer", "the Android library contains no layer in jni")
		found.Remedy = "put the layers into jni/ABI; a release of gleslayergen has an Android library with layers"
	}
	a.together()
	return nil
}

// libraries checks each of the libraries on its own, and the consistency of the archive.
func (a *archive) libraries(isLibrary func(name string) bool) error {
	for _, e := range a.file.Entries {
		if isLibrary(e.Name) {
			a.entries = append(a.entries, e)
		}
	}
	if err := a.readLibs(); err != nil {
		return err
	}
	a.sort()
	a.Checked = append(a.Checked, Checked{File: a.path, Kind: a.kind})
	for _, lib := range a.libs {
		a.Checked = append(a.Checked, lib.at)
		a.one(lib)
	}
	if bad := (*apk.Damaged)(nil); errors.As(a.file.VerifyHeaders(), &bad) {
		a.add("damaged", bad.Why)
	}
	return nil
}

// sort separates layers from other libraries. In an APK of layers, all libraries are layers except those that
// others need.
func (a *archive) sort() {
	needed := map[place]bool{}
	for _, l := range a.libs {
		for _, name := range l.object.Needed {
			needed[place{l.dir, name}] = true
		}
	}
	for _, l := range a.libs {
		switch {
		case l.intended:
		case !a.layers || needed[place{l.dir, l.base}] || l.base == "libc++_shared.so":
			l.at.Kind = Library
		}
	}
}

// one collects the findings of a library.
func (a *archive) one(l *entryLib) {
	r := &report{file: a.path, where: l.entry.Name}
	switch {
	case l.bad != nil && (a.layers || l.at.Kind == Layer):
		r.add("damaged", l.bad.Why)
	case l.at.Kind == Layer:
		r = l.report
		r.inDir(l.lib)
		for i := range r.found {
			if r.found[i].ID == "lib-name" {
				r.found[i].Severity = Error // Android does not extract it from the APK
			}
		}
	}
	if l.at.Kind == Layer && l.entry.Stored && a.layers {
		r.add("lib-stored", "the layer is stored without compression")
	}
	a.addFindings(r)
}

// beside returns a function that reports whether a library finds another one in its own directory. In an app and
// in an AAR, it finds all of them. For an APK of layers, Android searches the app's directories, unless the library's
// run path includes its own.
func (a *archive) beside(l *entryLib) func(name string) bool {
	if a.layers && !slices.Contains(strings.Split(l.object.RunPath, ":"), "$ORIGIN") {
		return func(string) bool { return false }
	}
	return func(name string) bool { return a.there[place{l.dir, name}] }
}

// together checks the libraries of the archive against each other.
func (a *archive) together() {
	var libs []lib
	isLayer, hasGo := false, []string{}
	for _, l := range a.libs {
		libs = append(libs, l.lib)
		isLayer = isLayer || l.at.Kind == Layer
		if l.object.Go && l.at.Kind == Library {
			hasGo = append(hasGo, l.entry.Name)
		}
	}
	if !isLayer && a.layers {
		a.add("no-layer", "the APK contains no layer")
	}
	if a.goRuntimes(libs) == nil && len(hasGo) > 0 && a.kind == AppAPK {
		a.add("go-in-app", "these libraries of the app have a Go runtime: "+some(hasGo))
	}
	a.abiSets(libs)
}

// newLib returns the library of an entry, before it is read.
func (a *archive) newLib(e apk.Entry) *entryLib {
	dir, base := path.Split(e.Name)
	return &entryLib{entry: e, lib: lib{at: Checked{File: a.path, Where: e.Name, Kind: Layer}, base: base,
		dir: path.Base(dir), object: &elf.Object{}}}
}
