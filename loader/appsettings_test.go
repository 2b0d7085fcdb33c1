package loader_test

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Each setting has its own field, and all settings together enable the layers.
func TestAndroidSettings(t *testing.T) {
	a := loader.Android{App: rules.App{Package: "a.b", ABI: "x86_64", Debuggable: true, DataDir: "/d", LibDirs: "/l"}}
	a.Install("a.layers", "/p")
	values := map[string]string{"enable_gpu_debug_layers": "1", "gpu_debug_app": "a.b",
		"gpu_debug_layers_gles": "A.so", "gpu_debug_layer_app": "a.layers", "gpu_debug_layers": "V.so"}
	for _, name := range loader.SettingNames() {
		if *a.Setting(name) != "" {
			t.Errorf("%s shares its place", name)
		}
		*a.Setting(name) = values[name]
	}
	d := a.Decide()
	if !d.Gate || d.List != "A.so" || d.Path != "/d:/p:/p/base.apk!/lib/x86_64:/l" {
		t.Errorf("gate %v, list %q, path %q", d.Gate, d.List, d.Path)
	}
}

func TestAndroidProperty(t *testing.T) {
	a := loader.Android{Properties: map[string]string{"debug.gles.layers": "P.so"}}
	if d := a.Decide(); d.From != rules.FromProperty {
		t.Errorf("the list comes from %q", d.From)
	}
}
