package apk

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// BuildOptions say what Build makes.
type BuildOptions struct {
	Layers  []Layer
	Package string // "" is made of the first layer's name
	Out     string // "" is made of the package's
	Key     Key
}

// Made is the APK that Build or Add has made.
type Made struct {
	Path, Package string
	Layers        []Layer
	File          *File    // it was closed
	LeftOut       []Layer  // of Add: for them the app has no libraries
	Without       []string // of Add: the ABIs of the app that got no layer
}

// targetSDK is the newest that this tool knows; Android 15 and newer warn of old ones or refuse them.
const targetSDK = 35

// PackageOf is the name of the package for layers that were given none.
func PackageOf(layers []Layer) string {
	name := strings.TrimSuffix(strings.TrimPrefix(layers[0].Name, "lib"), ".so")
	name = strings.Trim(notInName.ReplaceAllString(strings.ToLower(name), "_"), "_")
	if name == "" || name[0] < 'a' {
		name = "layer" + name
	}
	return "gleslayers." + name
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

var packageName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$`)

// Complete fills in what was not said, and refuses what Build would refuse, before keys are made and passwords asked for.
func (o *BuildOptions) Complete() error {
	if o.Package == "" {
		o.Package = PackageOf(o.Layers)
	}
	if !packageName.MatchString(o.Package) || len(o.Package) > 200 {
		return &Error{"--package " + o.Package, "no name of a package", "words of letters, digits and _, with dots between them: org.example.layers", true}
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

// Build makes an APK of layers alone: no code, for every ABI that they are for.
func Build(ctx context.Context, t Tools, o BuildOptions) (*Made, error) {
	if err := o.Complete(); err != nil {
		return nil, err
	}
	f, err := output(ctx, t, o.Key, o.Out, o.inputs(), func(p *packer) error {
		if err := t.packManifest(ctx, p, o.Package); err != nil {
			return err
		}
		return p.compress(o.Layers)
	})
	if err != nil {
		return nil, err
	}
	return &Made{Path: o.Out, Package: o.Package, Layers: o.Layers, File: f}, nil
}

// manifestText is the manifest of a package of layers. The loader opens files only, so the libraries have to be extracted (rule
// 1.7). Several ABIs of one package are several packages to Android: multiArch would keep adb install --abi from choosing.
func manifestText(name string) []byte {
	var quoted bytes.Buffer
	_ = xml.EscapeText(&quoted, []byte(name))
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="%s" android:versionCode="1" android:versionName="1.0">
    <uses-sdk android:minSdkVersion="%d" android:targetSdkVersion="%d"/>
    <application android:hasCode="false" android:extractNativeLibs="true" android:debuggable="true"/>
</manifest>
`, quoted.Bytes(), rules.MinAPI, targetSDK)
}

// packManifest has aapt2 make the manifest binary, and takes all that it packs.
func (t Tools) packManifest(ctx context.Context, p *packer, name string) error {
	work, err := os.MkdirTemp("", "gleslayergen-apk-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	text, packed := filepath.Join(work, ManifestName), filepath.Join(work, "packed.apk")
	if err := os.WriteFile(text, manifestText(name), 0o600); err != nil {
		return err
	}
	args := []string{"package", "-f", "-F", packed, "-M", text, "-I", t.Platform}
	if program := filepath.Base(t.Aapt); strings.HasPrefix(program, "aapt2") {
		args = []string{"link", "-o", packed, "--manifest", text, "-I", t.Platform}
	}
	if err := t.call(ctx, nil, nil, t.Aapt, args...); err != nil {
		return err
	}
	f, c, err := Open(packed)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, e := range f.Entries {
		if err := p.copy(f, e); err != nil {
			return err
		}
	}
	return nil
}
