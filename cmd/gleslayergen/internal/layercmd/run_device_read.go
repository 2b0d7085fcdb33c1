package layercmd

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// readSettings parses the values of --setting.
func (f *androidFlags) readSettings(a *loader.Android) error {
	for _, pair := range f.settings {
		name, value, err := cutPair("setting", pair, "NAME=VALUE", "gpu_debug_layers_gles=liblayer.so")
		if err != nil {
			return err
		}
		place := a.Setting(name)
		if place == nil {
			return unknownSetting(name)
		}
		*place = value
	}
	return nil
}

func unknownSetting(name string) error {
	names := loader.SettingNames()
	hint := "the settings are " + strings.Join(names, ", ")
	if near := ui.Nearest(name, names, 1); len(near) > 0 {
		hint = "did you mean " + near[0] + "? " + hint
	}
	return ui.Usage("--setting "+name, "not a setting of GLES layers", hint)
}

// readProperties parses the values of --property.
func (f *androidFlags) readProperties(a *loader.Android) error {
	for _, pair := range f.properties {
		name, value, err := cutPair("property", pair, "NAME=VALUE", "debug.gles.layers=liblayer.so")
		if err != nil {
			return err
		}
		if len(value) > rules.MaxProperty && !strings.HasPrefix(name, "ro.") {
			return ui.Usage("--property "+name, fmt.Sprintf("the value has %d bytes, but a property holds at most %d", len(value), rules.MaxProperty),
				"shorten the value; a list of layers can also be given by --setting gpu_debug_layers_gles=..., which has no limit")
		}
		a.Properties[name] = value
	}
	return nil
}

// readDirs parses the values of --data-dir, --lib-dir and --system-dir.
func (f *androidFlags) readDirs(a *loader.Android) error {
	var err error
	if a.App.DataDir, err = absDir("data-dir", cmp.Or(f.dataDir, ".")); err != nil {
		return err
	}
	if f.systemDir != "" {
		if a.System, err = searchDir("system-dir", f.systemDir); err != nil {
			return err
		}
	}
	if f.libDirs == "" {
		return nil
	}
	var dirs []string
	for dir := range strings.SplitSeq(f.libDirs, ":") {
		if dir, err = absDir("lib-dir", dir); err != nil {
			return err
		}
		dirs = append(dirs, dir)
	}
	a.App.LibDirs = strings.Join(dirs, ":")
	return nil
}

// readPackages parses the values of --layer-app.
func (f *androidFlags) readPackages(a *loader.Android) error {
	for _, pair := range f.layerApps {
		name, dir, err := cutPair("layer-app", pair, "PACKAGE=DIR", "com.example.layers=./layers")
		if err != nil {
			return err
		}
		if dir, err = absDir("layer-app", dir); err != nil {
			return err
		}
		a.Install(name, dir)
	}
	return nil
}

// cutPair splits NAME=VALUE.
func cutPair(flag, pair, form, example string) (name, value string, err error) {
	name, value, ok := strings.Cut(pair, "=")
	if !ok || name == "" {
		return "", "", ui.Usage("--"+flag+" "+pair, "the value is not of the form "+form, "for example: --"+flag+" "+example)
	}
	return name, value, nil
}

// absDir returns the absolute path of a directory that can be part of a search path.
func absDir(flag, dir string) (string, error) {
	if _, err := os.Stat(dir); err != nil {
		return "", noDir(flag, dir)
	}
	return searchDir(flag, dir)
}

func noDir(flag, dir string) error {
	return ui.Usage("--"+flag+" "+dir, "no such directory", "give the path of a directory")
}

// searchDir is absDir for a directory that need not exist, as on a device.
func searchDir(flag, dir string) (string, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return "", noDir(flag, dir)
	}
	abs, err := filepath.Abs(dir)
	if err == nil && strings.Contains(abs, ":") {
		return "", ui.Usage("--"+flag+" "+dir, "the absolute path has a colon, which separates the directories of a search path", "copy or link the directory to a path without a colon")
	}
	return abs, err
}
