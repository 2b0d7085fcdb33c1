package loader

import (
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/rules"
)

// Android stands for a device and an app on it: by what it holds, Android's Java code decides which layers are asked
// for and where they are searched.
type Android struct {
	Device     rules.Device
	App        rules.App
	Settings   rules.Settings
	Packages   map[string]rules.Package // what is installed beside the app
	Properties map[string]string        // debug.gles.layers among them
	System     string                   // stands for /data/local/debug/gles; "": there is none
}

// SettingNames are the global settings that say something of GLES layers.
func SettingNames() []string {
	return []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app"}
}

// Setting is the place of a global setting, nil for a name that is none of SettingNames.
func (a *Android) Setting(name string) *string {
	switch name {
	case "enable_gpu_debug_layers":
		return &a.Settings.Enable
	case "gpu_debug_app":
		return &a.Settings.App
	case "gpu_debug_layers_gles":
		return &a.Settings.Layers
	case "gpu_debug_layer_app":
		return &a.Settings.LayerApp
	}
	return nil
}

// Install adds a package of layers, whose libraries are extracted to dir. It has the ABI of the app.
func (a *Android) Install(name, dir string) {
	if a.Packages == nil {
		a.Packages = map[string]rules.Package{}
	}
	a.Packages[name] = rules.Package{NativeLibraryDir: dir, SourceDir: filepath.Join(dir, "base.apk"), PrimaryABI: a.App.ABI}
}

// Decide says what Android decides as the app starts.
func (a *Android) Decide() rules.Decision {
	d := a.Device
	d.Property = a.Properties[rules.PropertyLayers]
	return rules.Decide(d, a.App, a.Settings, a.Packages)
}

// Fill says in s where the layers of the app come from, and returns the decision behind it.
func (a *Android) Fill(s *Setup) rules.Decision {
	a.Device.Release = s.Release
	d := a.Decide()
	s.List, s.Path, s.Properties = d.List, d.Path, a.Properties
	if d.SystemDir {
		s.System = a.System
	}
	return d
}
