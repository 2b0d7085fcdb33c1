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
	Name   string // file name, as the device setting has it
	Object *elf.Object
}

// Entry returns the path in an APK where Android looks for the layer.
func (l Layer) Entry() string { return "lib/" + l.Object.ABI + "/" + l.Name }

// libraryName matches the file names that Android extracts as libraries, without colons: these separate names
// in the loader's list of layers.
var libraryName = lazyregexp.New(`^lib[A-Za-z0-9_.+,=-]+\.so$`)

// ReadLayers reads layers; their ELF headers have the ABI. It fails if a file is not a library for Android,
// or if two layers have the same name and ABI.
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

// sameEntry returns the error for two layers with the same path in an APK.
func sameEntry(a, b Layer) error {
	if filepath.Clean(a.Path) == filepath.Clean(b.Path) {
		return &android.Error{What: b.Path, Why: "the command line contains this layer twice", Advice: "pass each layer once", Usage: true}
	}
	return &android.Error{What: b.Path, Why: fmt.Sprintf("%s has the same file name, %s, and the same ABI, %s", a.Path, b.Name, b.Object.ABI), Advice: "pass only one of the two files", Usage: true}
}

func readLayer(path string) (Layer, error) {
	l := Layer{Path: path, Name: filepath.Base(path)}
	if !libraryName.MatchString(l.Name) {
		return l, &android.Error{What: path, Why: "Android extracts only files named lib*.so from an APK, and the name may contain only letters, digits and the characters _.+,=-", Advice: "rename the file, for example to libmylayer.so", Usage: true}
	}
	o, err := elf.Open(path)
	switch {
	case err != nil:
		return l, &android.Error{What: path, Why: reason(err), Advice: "pass the .so file of a layer; to build a layer: gleslayergen build --abi arm64-v8a"}
	case o.ABI == "":
		return l, &android.Error{What: path, Why: fmt.Sprintf("the library is built for %v, which Android does not support", o.Machine), Advice: "build the layer for Android: gleslayergen build --abi arm64-v8a"}
	}
	l.Object = o
	return l, nil
}

// abis returns the ABIs of layers, sorted.
func abis(layers []Layer) []string {
	var names []string
	for _, l := range layers {
		names = append(names, l.Object.ABI)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
