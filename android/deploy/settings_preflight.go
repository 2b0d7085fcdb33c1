package deploy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// found is a layer at the place where Android finds it.
type found struct {
	Layer
	dir, abi string
	size     int64 // 0: unknown
}

func (f found) path() string { return path.Join(f.dir, f.Name) }

// preflight evaluates rule by rule whether the app would load the layers with these settings, and returns
// where each is found. The error is the first rule that fails.
func preflight(s *device.State, o EnableOptions, to values) ([]found, error) {
	app := s.Packages[o.App]
	switch {
	case s.Release == nil:
		return nil, &Blocked{"", "Android " + s.AndroidVersion, "this release does not support OpenGL ES layers; Android 10 and newer do", "use a device or an emulator with Android 10 or newer"}
	case app == nil || !app.Installed:
		return nil, &Blocked{"", "app " + o.App, fmt.Sprintf("the app is not installed for user %d", s.User), "to list the installed apps: gleslayergen device apps"}
	}
	if err := checkPackages(s, app, words(to.text(settingLayerApps)), o.LayerApps); err != nil {
		return nil, err
	}
	d := decide(s, o.App, to)
	if !d.Gate {
		return nil, notTarget(s, o.App, d)
	}
	var out []found
	for _, l := range o.Layers {
		f, ok := find(s, app, d, l)
		if !ok {
			return nil, layerNotFound(s, app, l, d, o.LayerApps)
		}
		out = append(out, f)
	}
	return out, nil
}

// decide returns Android's decision with these settings.
func decide(s *device.State, app string, to values) rules.Decision {
	dev, a, _, installed := s.Rules(app)
	return rules.Decide(dev, a, rules.Settings{Enable: to.text(settingEnable), App: to.text(settingApp),
		Layers: to.text(settingLayers), LayerApp: to.text(settingLayerApps)}, installed)
}

// checkPackages checks that each package of layers is installed and visible to the app, including those of a
// Vulkan configuration.
func checkPackages(s *device.State, app *device.Package, packages, asked []string) error {
	rule := "7.7"
	if s.API == 30 {
		rule = "6.19"
	}
	for _, name := range packages {
		p := s.Packages[name]
		sees, known := s.Sees(app.Name, name)
		switch {
		case p == nil || !p.Installed:
			b := &Blocked{rule, "package " + name, fmt.Sprintf("the package is not installed for user %d", s.User),
				"install the APK with the layers: gleslayergen device push LAYER --to apk"}
			if !slices.Contains(asked, name) {
				b.Advice = "the settings for Vulkan layers contain this package; install the package, or turn the Vulkan layers off: adb shell settings delete global " + settingVulkan
			}
			return b
		case known && !sees:
			return &Blocked{rule, "package " + name, app.Name + " cannot see the package: on Android 11 and newer, an app sees only packages that its manifest declares in <queries> and packages that every app can query",
				"install the package so that every app can see it: gleslayergen device push LAYER --to apk, or adb install -r --force-queryable LAYERS.apk"}
		}
	}
	return nil
}

// notTarget returns the rule that prevents layers in the app.
func notTarget(s *device.State, app string, d rules.Decision) error {
	b := &Blocked{"7.2", "app " + app, "Android does not load layers into this app",
		"to make a copy of the app that accepts layers: gleslayergen apk add APP.apk LAYER --debuggable, or with --inject instead of --debuggable for a release build on Android 11 and newer; then install the copy"}
	if s.API < 30 {
		b.Advice = "to make a copy of the app that accepts layers: gleslayergen apk add APP.apk LAYER --debuggable, then install the copy; or use a device with a userdebug build of Android 13 QPR2 or newer"
	}
	for _, step := range d.Taken() {
		if step.Question == "allowed" {
			b.Rule = step.Rule
			if _, cause, ok := strings.Cut(step.Text, ": "); ok {
				b.Why += ": " + cause
			}
		}
	}
	return b
}

// find searches the directories in Android's order; the first one with a file of that name has the layer
// (rule 1.4).
func find(s *device.State, app *device.Package, d rules.Decision, l Layer) (found, bool) {
	for _, dir := range d.Dirs(device.SystemDir) {
		f := found{Layer: l, dir: dir}
		switch {
		case dir == device.SystemDir:
			if i := fileOf(s.SystemDir, l.Name); i >= 0 {
				f.size = s.SystemDir[i].Size
				return f, true
			}
		case dir == app.DataDir:
			if i := fileOf(app.Files, l.Name); i >= 0 {
				f.size = app.Files[i].Size
				return f, true
			}
		default:
			for _, p := range s.Packages {
				if p.Installed && p.NativeLibraryDir == dir && slices.Contains(p.Libs, l.Name) {
					f.abi = p.PrimaryABI
					return f, true
				}
			}
		}
	}
	return found{}, false
}

func fileOf(files []device.File, name string) int {
	return slices.IndexFunc(files, func(f device.File) bool { return f.Name == name })
}

// layerNotFound is the error for a layer that no directory has, with the command that pushes it.
func layerNotFound(s *device.State, app *device.Package, l Layer, d rules.Decision, layerApps []string) error {
	var dirs []string
	for _, f := range d.Dirs(device.SystemDir) {
		if f != "" && !strings.Contains(f, "!/") {
			dirs = append(dirs, f)
		}
	}
	b := &Blocked{"1.4", "layer " + l.Name, "no file with this name is in the directories where " + app.Name + " searches for layers: " + strings.Join(dirs, ", "), ""}
	file := l.Path
	if file == "" {
		file = l.Name
	}
	for _, name := range layerApps {
		if p := s.Packages[name]; !p.ExtractsLibs && len(p.Libs) == 0 {
			return &Blocked{"1.7", "package " + name, "the libraries are not extracted from the APK, and the loader does not search in APKs for GLES layers",
				"build a package whose libraries are extracted: gleslayergen apk build " + adb.QuoteIfNeeded(file) + ", then install it"}
		}
	}
	to := "app"
	switch {
	case len(layerApps) > 0 || !app.Debuggable && !d.SystemDir:
		to = "apk"
	case !app.Debuggable:
		to = "system"
	}
	b.Advice = "copy the layer to the device: gleslayergen device push " + adb.QuoteIfNeeded(file) + " --to " + to
	if to != "system" {
		b.Advice += " --app " + app.Name
	}
	return b
}
