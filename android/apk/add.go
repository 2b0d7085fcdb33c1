package apk

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/axml"
)

// AddOptions say what Add makes.
type AddOptions struct {
	App    string
	Layers []Layer
	Inject bool   // let layers in by the meta-data, in place of making the app debuggable
	Out    string // "" is made of the app's name
	Key    Key
}

// Add makes a copy of an app with layers among its libraries, to which it lets Android give them.
func Add(ctx context.Context, t Tools, o AddOptions) (*Made, error) {
	f, c, err := Open(o.App)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	made, err := f.plan(o.App, o.Layers)
	if err != nil {
		return nil, err
	}
	manifest, err := f.editManifest(o.Inject)
	if err != nil {
		return nil, err
	}
	made.Path = o.path()
	made.File, err = output(ctx, t, o.Key, made.Path, []string{o.App}, func(p *packer) error {
		if err := f.copyTo(p, manifest); err != nil {
			return err
		}
		return p.compress(made.Layers)
	})
	return made, err
}

// path is the file that is written.
func (o AddOptions) path() string {
	return cmp.Or(o.Out, strings.TrimSuffix(filepath.Base(o.App), filepath.Ext(o.App))+"-layers.apk")
}

// CanWrite says whether there may be written over what is in the place of what Add makes.
func (o AddOptions) CanWrite() error { return checkOutput(o.path(), []string{o.App}) }

// CanAdd says whether Add would have something to do, before keys are made and passwords asked for.
func CanAdd(o AddOptions) error {
	f, c, err := Open(o.App)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = f.plan(o.App, o.Layers)
	return err
}

// plan says which layers an app gets. Android runs an app as the best ABI that it has a folder of libraries for, so a folder with
// nothing but a layer would take all its own libraries from it.
func (f *File) plan(name string, layers []Layer) (*Made, error) {
	if err := f.whole(name); err != nil {
		return nil, err
	}
	made, own := &Made{Package: f.Manifest.Package}, f.ABIs()
	for _, l := range layers {
		if _, there := f.Find(l.Entry()); there {
			return nil, &android.Error{What: name, Why: "it has a " + l.Entry() + " already", Advice: "add the layer to the app as it was, or rename the layer"}
		}
		if len(own) > 0 && !slices.Contains(own, l.Object.ABI) {
			made.LeftOut = append(made.LeftOut, l)
			continue
		}
		made.Layers = append(made.Layers, l)
	}
	if len(made.Layers) == 0 {
		return nil, &android.Error{What: name, Why: fmt.Sprintf("it has libraries for %s, and the layers are for %s", strings.Join(own, ", "), strings.Join(abis(layers), ", ")), Advice: buildAdvice(own)}
	}
	for _, abi := range own {
		if !slices.Contains(abis(made.Layers), abi) {
			made.Without = append(made.Without, abi)
		}
	}
	return made, nil
}

// buildAdvice says how to get layers for ABIs.
func buildAdvice(names []string) string {
	known := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := android.FindABI(name)
		return err != nil
	})
	if len(known) == 0 {
		return "layers cannot be built for these any more"
	}
	return "build them for the app: gleslayergen build --abi " + strings.Join(known, ",")
}

// ABIs are those that the app has libraries for, sorted.
func (f *File) ABIs() []string {
	var names []string
	for _, e := range f.Entries {
		if abi := e.ABI(); abi != "" {
			names = append(names, abi)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// whole refuses an app of several APKs: all of them have to have one signature, and its libraries may be in another.
func (f *File) whole(name string) error {
	advice := "make one APK of the app: Build > Generate App Bundles or APKs > APKs in Android Studio, or bundletool build-apks --mode=universal; " +
		"or bring the layer in beside the app: gleslayergen device push --to app or --to apk"
	switch {
	case f.Manifest.Split != "":
		return &android.Error{What: name, Why: fmt.Sprintf("it is the split %q of %s, not the app", f.Manifest.Split, f.Manifest.Package), Advice: advice}
	case f.Manifest.SplitsRequired:
		return &android.Error{What: name, Why: f.Manifest.Package + " comes in several APKs, and this one does not run without the others", Advice: advice}
	}
	return nil
}

// editManifest is the manifest with what lets layers in. The loader opens files only, so the libraries have to be extracted (rule
// 1.7).
func (f *File) editManifest(inject bool) ([]byte, error) {
	data, err := f.ReadAll(ManifestName, axml.MaxSize)
	if err != nil {
		return nil, err
	}
	d, err := axml.Decode(data)
	if err != nil {
		return nil, err
	}
	edits := []func() error{d.SetExtractNativeLibs, d.SetDebuggable}
	if inject {
		edits[1] = d.SetInjectLayers
	}
	for _, edit := range edits {
		if err := edit(); err != nil {
			return nil, err
		}
	}
	return d.Encode(), nil
}

// copyTo writes all of the app but its manifest, and its signature, which would not fit any more.
func (f *File) copyTo(p *packer, manifest []byte) error {
	for _, e := range f.Entries {
		var err error
		switch {
		case isSignature(e.Name):
		case e.Name == ManifestName:
			err = p.add(e.Name, manifest, e.Stored)
		default:
			err = p.copy(f, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
