package apk

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// BuildOptions say what Build makes.
type BuildOptions struct {
	Layers  []Layer
	Package string // "" is made of the first layer's name
	Out     string // "" is made of the package's
	Key     Key
	App     *App // not nil: an app, of which the layers are the libraries
}

// Made is the APK that Build or Add has made.
type Made struct {
	Path, Package string
	Layers        []Layer
	File          *File    // it was closed
	LeftOut       []Layer  // of Add: for them the app has no libraries
	Without       []string // of Add: the ABIs of the app that got no layer
}

// PackageOf is the name of the package for layers that were given none.
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

// Complete fills in what was not said, and refuses what Build would refuse, before keys are made and passwords asked for.
func (o *BuildOptions) Complete() error {
	if o.Package == "" {
		o.Package = PackageOf(o.Layers)
	}
	if !packageName.MatchString(o.Package) || len(o.Package) > 200 {
		return &android.Error{What: "--package " + o.Package, Why: "no name of a package", Advice: "words of letters, digits and _, with dots between them: org.example.layers", Usage: true}
	}
	if o.Out == "" {
		o.Out = o.Package[strings.LastIndex(o.Package, ".")+1:] + ".apk"
	}
	return checkOutput(o.Out, o.inputs())
}

// inputs are the files that are read.
func (o *BuildOptions) inputs() []string {
	var paths []string
	for _, l := range o.Layers {
		paths = append(paths, l.Path)
	}
	return paths
}

// Build makes an APK of layers alone, or an app: no Java, for every ABI that they are for.
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
