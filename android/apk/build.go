package apk

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// BuildOptions are the parameters of Build.
type BuildOptions struct {
	Layers  []Layer
	Package string // "": derived from the name of the first layer
	Version string // "": 1.0
	Out     string // "": derived from Package
	Key     Key    // without a keystore, the APK is not signed: Android does not install it before it is
	App     *App   // not nil: an app that has the layers as its libraries
}

// Made is the result of Build or Add.
type Made struct {
	Path, Package string
	Layers        []Layer
	File          *File    // closed
	LeftOut       []Layer  // by Add: the app has no libraries for their ABIs
	Without       []string // by Add: the ABIs of the app for which there is no layer
}

// PackageOf returns the default package name for layers, derived from the first one's name.
func PackageOf(layers []Layer) string {
	name := strings.TrimSuffix(strings.TrimPrefix(layers[0].Name, "lib"), ".so")
	name = strings.Trim(notInName.ReplaceAllString(strings.ToLower(name), "_"), "_")
	if name == "" || name[0] < 'a' {
		name = "layer" + name
	}
	return "gleslayers." + name
}

var notInName = lazyregexp.New(`[^a-z0-9]+`)

var packageName = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$`)

// Complete sets defaults and returns the error with which Build would reject the options. Call it before a
// key is created or a password requested.
func (o *BuildOptions) Complete() error {
	if o.Package == "" {
		o.Package = PackageOf(o.Layers)
	}
	if !packageName.MatchString(o.Package) || len(o.Package) > 200 {
		return &android.Error{What: "--package " + o.Package, Why: "not a valid package name", Advice: "use two or more parts, separated by dots; each part begins with a letter and contains only letters, digits and _; for example: org.example.layers", Usage: true}
	}
	if o.Out == "" {
		o.Out = o.Package[strings.LastIndex(o.Package, ".")+1:] + ".apk"
	}
	return checkOutput(o.Out, o.inputs())
}

// inputs returns the files that Build reads.
func (o *BuildOptions) inputs() []string {
	var paths []string
	for _, l := range o.Layers {
		paths = append(paths, l.Path)
	}
	return paths
}

// Build writes an APK without Java, for every ABI of the layers: a package of layers alone, or an app.
func Build(ctx context.Context, t Tools, o BuildOptions) (*Made, error) {
	if err := o.Complete(); err != nil {
		return nil, err
	}
	f, err := output(ctx, t, o.Key, o.Out, o.inputs(), func(p *packer) error {
		if err := t.packManifest(ctx, p, o.Manifest()); err != nil {
			return err
		}
		return p.compress(o.Layers)
	})
	if err != nil {
		return nil, err
	}
	return &Made{Path: o.Out, Package: o.Package, Layers: o.Layers, File: f}, nil
}
