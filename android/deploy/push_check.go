package deploy

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/rules"
)

// readLayers reads the layer files to push. A finished APK is checked when it is installed.
func (p *pusher) readLayers() error {
	switch {
	case p.isAPK():
		return nil
	case p.o.To == InPackage: // Android extracts only libraries with certain names
		layers, err := apk.ReadLayers(p.o.Files)
		for _, l := range layers {
			p.addLayer(l)
		}
		return err
	}
	for _, file := range p.o.Files {
		l := Layer{Name: filepath.Base(file), Path: file}
		if err := l.check(file, nil); err != nil {
			return err
		}
		o, err := elf.Open(file)
		if err != nil {
			return unreadable(file, err)
		}
		p.addLayer(apk.Layer{Path: file, Name: l.Name, Object: o})
	}
	return nil
}

// addLayer adds a layer, which may have files for several ABIs.
func (p *pusher) addLayer(l apk.Layer) {
	p.layers = append(p.layers, l)
	if !slices.Contains(p.report.Layers, l.Name) {
		p.report.Layers = append(p.report.Layers, l.Name)
	}
}

// isAPK reports whether the push installs a finished APK.
func (p *pusher) isAPK() bool {
	return p.o.To == InPackage && len(p.o.Files) == 1 && strings.EqualFold(filepath.Ext(p.o.Files[0]), ".apk")
}

// checkLayers rejects layers that the loader would reject, unless --force is set. It selects each layer's
// file for the target's ABI; a package may contain files for several.
func (p *pusher) checkLayers() error {
	abi := p.abi()
	p.report.ABI = abi
	if rules.InstructionSet(abi) == "" {
		return &adb.Error{What: p.d.Serial, Why: fmt.Sprintf("unknown ABI %q", abi), Advice: "give an ABI that the device supports, for example --abi arm64-v8a; to list the ABIs: adb shell getprop ro.product.cpu.abilist"}
	}
	fits := func(l apk.Layer) bool { return rules.InstructionSet(l.Object.ABI) == rules.InstructionSet(abi) }
	var bad []check.Finding
	for _, name := range p.report.Layers {
		of := slices.DeleteFunc(slices.Clone(p.layers), func(l apk.Layer) bool { return l.Name != name })
		if !slices.ContainsFunc(of, fits) {
			bad = append(bad, p.wrongABI(of[0], abi))
		}
	}
	for _, l := range p.layers {
		for _, f := range check.Object(l.Path, l.Object, check.Options{API: p.s.API}) {
			if f.KeepsFromLoading() {
				bad = append(bad, f)
			}
		}
	}
	if len(bad) > 0 && !p.o.Force {
		return &Refused{bad}
	}
	p.report.Findings = append(p.report.Findings, bad...)
	if p.o.To != InPackage && !p.o.Force {
		p.layers = slices.DeleteFunc(p.layers, func(l apk.Layer) bool { return !fits(l) })
	}
	return p.checkNames()
}

// wrongABI returns the finding for a layer of another ABI.
func (p *pusher) wrongABI(l apk.Layer, abi string) check.Finding {
	who := "the device runs " + abi
	switch {
	case p.o.ABI != "":
		who = "--abi is " + abi
	case p.app != nil:
		who = p.app.Name + " runs as " + abi
	}
	return check.Finding{ID: "rule-1.8", Severity: check.Error, File: l.Path, What: fmt.Sprintf("the layer is built for %s, but %s", l.Object.ABI, who),
		Why: "the linker opens only libraries for the ABI of the process", Remedy: "build the layer for " + abi + ": gleslayergen build --abi " + abi}
}

// checkNames rejects equal names, because the layers become files in one directory.
func (p *pusher) checkNames() error {
	if p.o.To == InPackage {
		return nil
	}
	seen := map[string]string{}
	for _, l := range p.layers {
		if other, twice := seen[l.Name]; twice {
			return &android.Error{What: l.Path, Why: "the layer has the same file name as " + other, Advice: "pass only one of the two files, or rename one of them", Usage: true}
		}
		seen[l.Name] = l.Path
	}
	return nil
}

// visible checks that the app can see the package of layers.
func visible(s *device.State, app, layers string) error {
	if sees, known := s.Sees(app, layers); app == "" || sees || !known {
		return nil
	}
	return &Blocked{"7.7", "package " + layers, app + " cannot see the package, although the package was installed with --force-queryable", "declare the package in <queries> in the manifest of the app, or copy the layer to another place: --to app or --to system"}
}

var errNoPacker = errors.New("the function that builds an APK from layers is not set")
