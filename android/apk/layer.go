package apk

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Layer is a layer for one ABI.
type Layer struct {
	Path   string
	Name   string // of the file, as the setting on the device names it
	Object *elf.Object
}

// Entry is where Android looks for it in an APK.
func (l Layer) Entry() string { return "lib/" + l.Object.ABI + "/" + l.Name }

// libraryName is what Android extracts as a library; the loader's list of layers has colons between names.
var libraryName = lazyregexp.New(`^lib[A-Za-z0-9_.+,=-]+\.so$`)

// ReadLayers reads layers, each for the ABI that it says itself.
func ReadLayers(paths []string) ([]Layer, error) {
	var layers []Layer
	for _, path := range paths {
		l, err := readLayer(path)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(layers, func(other Layer) bool { return other.Entry() == l.Entry() }); i >= 0 {
			return nil, sameEntry(layers[i], l)
		}
		layers = append(layers, l)
	}
	return layers, nil
}

// sameEntry refuses two layers for one place in an APK.
func sameEntry(a, b Layer) error {
	if filepath.Clean(a.Path) == filepath.Clean(b.Path) {
		return &android.Error{What: b.Path, Why: "it is named twice", Advice: "name it once", Usage: true}
	}
	return &android.Error{What: b.Path, Why: fmt.Sprintf("%s is %s for %s, too", a.Path, b.Name, b.Object.ABI), Advice: "give one of them", Usage: true}
}

func readLayer(path string) (Layer, error) {
	l := Layer{Path: path, Name: filepath.Base(path)}
	if !libraryName.MatchString(l.Name) {
		return l, &android.Error{What: path, Why: "Android extracts only lib*.so, of letters, digits and _ . + , = -", Advice: "rename the file", Usage: true}
	}
	o, err := elf.Open(path)
	switch {
	case err != nil:
		return l, &android.Error{What: path, Why: reason(err), Advice: "gleslayergen build --abi arm64-v8a builds a layer"}
	case o.ABI == "":
		return l, &android.Error{What: path, Why: fmt.Sprintf("it is for %v, which is no machine of Android's", o.Machine), Advice: "build it for Android: gleslayergen build --abi arm64-v8a"}
	}
	l.Object = o
	return l, nil
}

// abis are the ABIs of layers, sorted.
func abis(layers []Layer) []string {
	var names []string
	for _, l := range layers {
		names = append(names, l.Object.ABI)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
