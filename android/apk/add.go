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

// AddOptions are the parameters of Add.
type AddOptions struct {
	App    string
	Layers []Layer
	Inject bool   // enable layers by meta-data instead of making the app debuggable
	Out    string // "": derived from the name of App
	Key    Key
}

// Add writes a signed copy of an app that contains layers among its libraries and allows Android to load
// them.
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

// path returns the path of the output file.
func (o AddOptions) path() string {
	return cmp.Or(o.Out, strings.TrimSuffix(filepath.Base(o.App), filepath.Ext(o.App))+"-layers.apk")
}

// CanWrite returns an error if Add must not overwrite the file at its output path.
func (o AddOptions) CanWrite() error { return checkOutput(o.path(), []string{o.App}) }

// CanAdd returns the error with which Add would reject the app or the layers. Call it before a key is created
// or a password requested.
func CanAdd(o AddOptions) error {
	f, c, err := Open(o.App)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := f.plan(o.App, o.Layers); err != nil {
		return err
	}
	if err := f.Verify(); err != nil {
		return fmt.Errorf("%s: %w", o.App, err)
	}
	return nil
}

// plan selects the layers for an app. Android runs an app with the best ABI for which it has a library
// directory. A directory with only a layer would therefore hide all the app's own libraries, so layers for
// other ABIs are left out.
func (f *File) plan(name string, layers []Layer) (*Made, error) {
	if err := f.whole(name); err != nil {
		return nil, err
	}
	made, own := &Made{Package: f.Manifest.Package}, f.ABIs()
	for _, l := range layers {
		if _, there := f.Find(l.Entry()); there {
			return nil, &android.Error{What: name, Why: "the app already contains " + l.Entry(), Advice: "add the layer to an APK of the app that does not contain this file, or rename the layer file"}
		}
		if len(own) > 0 && !slices.Contains(own, l.Object.ABI) {
			made.LeftOut = append(made.LeftOut, l)
			continue
		}
		made.Layers = append(made.Layers, l)
	}
	if len(made.Layers) == 0 {
		return nil, &android.Error{What: name, Why: fmt.Sprintf("the app has libraries for %s, but the layers are built for %s", strings.Join(own, ", "), strings.Join(abis(layers), ", ")), Advice: buildAdvice(own)}
	}
	for _, abi := range own {
		if !slices.Contains(abis(made.Layers), abi) {
			made.Without = append(made.Without, abi)
		}
	}
	return made, nil
}

// buildAdvice returns the advice for building layers for ABIs.
func buildAdvice(names []string) string {
	known := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := android.FindABI(name)
		return err != nil
	})
	if len(known) == 0 {
		return "use a build of the app with libraries for a current ABI, such as arm64-v8a: the NDK cannot build layers for the app's ABIs"
	}
	return "build the layers for the app's ABIs: gleslayergen build --abi " + strings.Join(known, ",")
}

// ABIs returns the ABIs for which the app has libraries, sorted.
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

// whole rejects an app that consists of several APKs: all need the same signature, and the libraries may be
// in another APK.
func (f *File) whole(name string) error {
	advice := "build one APK of the whole app, in Android Studio or with \"bundletool build-apks --mode=universal\"; " +
		"or install the layer without changing the app: gleslayergen device push LAYER --to app --app PACKAGE"
	switch {
	case f.Manifest.Split != "":
		return &android.Error{What: name, Why: fmt.Sprintf("the file is the split APK %q of %s, not the whole app", f.Manifest.Split, f.Manifest.Package), Advice: advice}
	case f.Manifest.SplitsRequired:
		return &android.Error{What: name, Why: f.Manifest.Package + " consists of several APKs, and this APK does not run without the others", Advice: advice}
	}
	return nil
}

// editManifest returns the binary manifest, changed so that Android loads layers. The loader opens regular
// files only, so Android has to extract the libraries (rule 1.7).
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

// copyTo writes all entries of the app except the manifest and the signature, which would no longer be valid.
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
