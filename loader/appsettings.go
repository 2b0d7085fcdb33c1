package loader

import (
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/rules"
)

// Android describes a device and an app on it. From it, rules.Decide computes which layers Android's Java
// code requests and where Android searches for them.
type Android struct {
	Device     rules.Device
	App        rules.App
	Settings   rules.Settings
	Packages   map[string]rules.Package // packages installed beside the app
	Properties map[string]string        // system properties, such as debug.gles.layers
	Vulkan     string                   // the setting gpu_debug_layers, which has no effect on GLES layers
	System     string                   // replaces /data/local/debug/gles; "" if there is none
}

// SettingNames returns the names of the global settings for layers. The last one selects only Vulkan layers.
func SettingNames() []string {
	return []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app", "gpu_debug_layers"}
}

// Setting returns a pointer to the value of a global setting, nil if the name is not in SettingNames.
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
	case "gpu_debug_layers":
		return &a.Vulkan
	}
	return nil
}

// Install adds a package with layers whose libraries are extracted to dir. The package has the ABI of the
// app.
func (a *Android) Install(name, dir string) {
	if a.Packages == nil {
		a.Packages = map[string]rules.Package{}
	}
	a.Packages[name] = rules.Package{NativeLibraryDir: dir, SourceDir: filepath.Join(dir, "base.apk"), PrimaryABI: a.App.ABI}
}

// Decide returns Android's decision at the start of the app.
func (a *Android) Decide() rules.Decision {
	d := a.Device
	d.Property = a.Properties[rules.PropertyLayers]
	return rules.Decide(d, a.App, a.Settings, a.Packages)
}

// Fill sets the layers of the app in s, and returns the decision they follow from.
func (a *Android) Fill(s *Setup) rules.Decision {
	a.Device.Release = s.Release
	d := a.Decide()
	s.List, s.Path, s.Properties = d.List, d.Path, a.Properties
	if d.SystemDir {
		s.System = a.System
	}
	return d
}
