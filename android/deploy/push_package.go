package deploy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// toPackage installs a package of layers, built here or given, and checks that the app will find the layers.
func (p *pusher) toPackage(ctx context.Context) error {
	file := p.o.Files[0]
	if !p.isAPK() {
		if p.o.Pack == nil {
			return errNoPacker
		}
		made, err := p.o.Pack(ctx, p.layers)
		if err != nil {
			return err
		}
		file = made
	}
	name, err := p.readAPK(file)
	if err != nil {
		return err
	}
	p.report.LayerApp = name
	if err := p.install(ctx, file, name); err != nil {
		return err
	}
	return p.verify(ctx, name, file)
}

// readAPK reads the package name and the names of the layers from an APK.
func (p *pusher) readAPK(file string) (string, error) {
	f, c, err := apk.Open(file)
	if err != nil {
		return "", &android.Error{What: file, Why: reason(err, file), Advice: "to check the file: gleslayergen check " + adb.QuoteIfNeeded(file)}
	}
	defer c.Close()
	for _, e := range f.Entries {
		if e.ABI() == "" {
			continue
		}
		if p.inAPK == "" && rules.InstructionSet(e.ABI()) == rules.InstructionSet(p.abi()) {
			p.inAPK = e.ABI()
		}
		if lib := path.Base(e.Name); !slices.Contains(p.report.Layers, lib) {
			p.report.Layers = append(p.report.Layers, lib)
		}
	}
	switch {
	case f.Manifest == nil:
		return "", &android.Error{What: file, Why: "cannot read the manifest of the APK", Advice: "to check the file: gleslayergen check " + adb.QuoteIfNeeded(file)}
	case p.inAPK == "" && !p.o.Force:
		return "", &Blocked{"7.7", file, "the APK has no library for " + p.abi(), "build the layer for that ABI (gleslayergen build --abi " + p.abi() + "), then build the APK again (gleslayergen apk build); or select another ABI with --abi"}
	}
	return f.Manifest.Package, device.CheckPackage(f.Manifest.Package)
}

// flags returns the flags of adb install.
func (p *pusher) flags() []string {
	flags := []string{"-r", "-g"}
	if p.s.API >= 30 {
		flags = append(flags, "--force-queryable")
	}
	if p.app != nil || p.o.ABI != "" {
		flags = append(flags, "--abi", cmp.Or(p.inAPK, p.abi()))
	}
	return append(flags, "--user", fmt.Sprint(p.s.User))
}

// install records the installation in the journal and installs the APK.
func (p *pusher) install(ctx context.Context, file, name string) error {
	there, err := p.isInstalled(ctx, name)
	if err != nil {
		return err
	}
	_, sum, err := digest(file)
	if err != nil {
		return err
	}
	j, err := OpenJournal(p.d.Identity())
	if err != nil {
		return err
	}
	defer j.Close()
	ours := slices.DeleteFunc(j.Changes(), func(c Change) bool {
		return c.Kind != KindPackage || c.Name != name || c.BeforeSet
	})
	c := Change{Kind: KindPackage, Name: name, BeforeSet: there && len(ours) == 0, After: sum, AfterSet: true, User: p.s.User}
	if err := j.Begin(c); err != nil {
		return err
	}
	if err := p.d.Install(ctx, file, p.flags()...); err != nil {
		if errors.As(err, new(*adb.NotInstalled)) {
			_ = j.Done(c) // an entry that remains is only checked again
		}
		return err
	}
	return foldPackage(j, ours, c)
}

// isInstalled reports whether any user of the device already has the package. Then restore must not remove it.
func (p *pusher) isInstalled(ctx context.Context, name string) (bool, error) {
	out, err := p.d.Shell(ctx, "dumpsys package "+adb.Quote(name))
	switch {
	case err != nil:
		return false, err
	case strings.Contains(out.Stdout, "Package ["+name+"]"):
		return true, nil
	case strings.Contains(out.Stdout, "Unable to find package: "+name):
		return false, nil
	}
	return false, &adb.Error{What: p.d.Serial + ": " + name, Why: `nothing was installed: gleslayergen cannot determine whether the device already has the package, so "gleslayergen device restore" would not be able to undo the installation`,
		Advice: "to see the output of the device: adb shell dumpsys package " + name}
}

// foldPackage merges earlier installations of a package into this one, because all users share one APK.
func foldPackage(j *Journal, ours []Change, c Change) error {
	for _, first := range ours {
		second := c
		second.User = first.User
		if err := j.Fold(first, second); err != nil {
			return err
		}
	}
	return nil
}

// verify checks the installed package from the app's point of view.
func (p *pusher) verify(ctx context.Context, name, file string) error {
	q := p.o.Query(p.s.User)
	q.Packages = append(q.Packages, name)
	s, err := device.Read(ctx, p.d, q)
	if err != nil {
		return err
	}
	l := s.Packages[name]
	if !l.Installed {
		return &adb.Error{What: p.d.Serial + ": " + name, Why: fmt.Sprintf("the package is installed, but not for user %d", s.User), Advice: "a device policy may prevent installation for this user; select another user with --user USER; to list the users: adb shell pm list users"}
	}
	if set := rules.InstructionSet(p.abi()); rules.InstructionSet(l.PrimaryABI) != set && rules.InstructionSet(l.SecondaryABI) != set {
		return &Blocked{"7.7", "package " + name, fmt.Sprintf("Android installed the package for %s, not for %s", l.PrimaryABI, p.abi()), "to install the package for that ABI, add --abi " + p.abi()}
	}
	for _, lib := range p.report.Layers {
		if !slices.Contains(l.Libs, lib) {
			return &Blocked{"1.7", "layer " + lib, "Android did not extract the layer from " + filepath.Base(file), `set extractNativeLibs="true" in the manifest of the package, or build the package with gleslayergen apk build`}
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	p.report.Files = append(p.report.Files, PushedFile{Path: l.SourceDir, Size: info.Size()})
	return visible(s, p.o.App, name)
}
