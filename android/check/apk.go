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

// maxLibraries is how many libraries of an APK are looked at; large apps have some hundred.
const maxLibraries = 2000

// archive is an APK that is looked at.
type archive struct {
	*look
	*report // of the APK as a whole
	file    *apk.File
	path    string
	layers  bool // it is one of layers
	entries []apk.Entry
	there   map[place]bool // what entries are
	libs    []*entryLib
}

// entryLib is a library in an APK.
type entryLib struct {
	lib
	entry apk.Entry
	bad   *elf.Damaged
	made  bool    // it was meant to be a layer
	said  *report // what there is to say of it as a layer
}

// place is where a library stands in an APK.
type place struct{ folder, base string }

// apk looks at an APK.
func (l *look) apk(path string, f io.ReaderAt, size int64) error {
	a := &archive{look: l, report: &report{file: path}, path: path}
	defer func() { l.take(a.report) }()
	var bad *apk.Damaged
	file, err := apk.Read(f, size)
	if errors.As(err, &bad) {
		found := a.add("damaged", bad.Why)
		found.Remedy = cmp.Or(bad.Advice, found.Remedy)
		l.Looked = append(l.Looked, Looked{File: path, Kind: AppAPK})
		return nil
	}
	if err != nil {
		return err
	}
	a.file = file
	return a.all()
}

// code finds the classes of an app.
var code = lazyregexp.New(`^classes[0-9]*\.dex$`).MatchString

func (a *archive) hasCode() bool {
	return slices.ContainsFunc(a.file.Entries, func(e apk.Entry) bool { return code(e.Name) })
}

// inLib finds libraries, those of names that Android passes over as well.
var inLib = lazyregexp.New(`^lib/[^/]+/[^/]+\.so$`).MatchString

func (a *archive) all() error {
	// An app without Java has no code either, but activities: android.app.NativeActivity, a class of Android's own.
	a.layers = !a.hasCode() && a.file.Manifest.Split == "" && len(a.file.Manifest.Activities) == 0
	if a.opt.LayersAPK != nil {
		a.layers = *a.opt.LayersAPK
	}
	for _, e := range a.file.Entries {
		if inLib(e.Name) {
			a.entries = append(a.entries, e)
		}
	}
	if err := a.readLibs(); err != nil {
		return err
	}
	a.sort()
	kind := AppAPK
	if a.layers {
		kind = LayersAPK
	}
	a.Looked = append(a.Looked, Looked{File: a.path, Kind: kind})
	for _, lib := range a.libs {
		a.Looked = append(a.Looked, lib.at)
		a.one(lib)
	}
	a.packing()
	a.manifest()
	a.signature()
	a.together()
	return nil
}

// sort tells layers from other libraries: of an APK of layers, all are, but for those that others need.
func (a *archive) sort() {
	needed := map[place]bool{}
	for _, l := range a.libs {
		for _, name := range l.object.Needed {
			needed[place{l.folder, name}] = true
		}
	}
	for _, l := range a.libs {
		switch {
		case l.made:
		case !a.layers || needed[place{l.folder, l.base}] || l.base == "libc++_shared.so":
			l.at.Kind = Library
		}
	}
}

// one looks at a library.
func (a *archive) one(l *entryLib) {
	r := &report{file: a.path, where: l.entry.Name}
	switch {
	case l.bad != nil && (a.layers || l.at.Kind == Layer):
		r.add("damaged", l.bad.Why)
	case l.at.Kind == Layer:
		r = l.said
		r.inFolder(l.lib)
		for i := range r.found {
			if r.found[i].ID == "lib-name" {
				r.found[i].Severity = Error // it stays inside
			}
		}
	}
	if l.at.Kind == Layer && l.entry.Stored && a.layers {
		r.add("lib-stored", "it is stored, not compressed")
	}
	a.take(r)
}

// beside reports what a library finds in its own folder: in an app all that is there; what comes in a package of layers is searched
// in the app's folders, unless the library itself says where else.
func (a *archive) beside(l *entryLib) func(name string) bool {
	if a.layers && !slices.Contains(strings.Split(l.object.RunPath, ":"), "$ORIGIN") {
		return func(string) bool { return false }
	}
	return func(name string) bool { return a.there[place{l.folder, name}] }
}

// together looks at what the libraries are to each other.
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
		a.add("no-layer", "no layer is in it")
	}
	if a.goRuntimes(libs) == nil && len(hasGo) > 0 && !a.layers {
		a.add("go-in-app", "these have Go: "+some(hasGo))
	}
	a.abiSets(libs)
}

// newLib is a library that was not read yet.
func (a *archive) newLib(e apk.Entry) *entryLib {
	dir, base := path.Split(e.Name)
	return &entryLib{entry: e, lib: lib{at: Looked{File: a.path, Where: e.Name, Kind: Layer}, base: base,
		folder: path.Base(dir), object: &elf.Object{}}}
}
