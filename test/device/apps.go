package device

import (
	"slices"
	"strings"
)

// AppsOfDevice are installed on every device without Bare: the apps of Android's compatibility tests (rule
// 8.1), a debuggable game, and a shop that is not debuggable.
func AppsOfDevice() []App {
	cts := func(word string, change func(*App)) App {
		a := App{Name: "android.rootlessgpudebug." + word + ".app", Label: "RootlessGpuDebug " + word, Tag: "RootlessGpuDebugDeviceActivity",
			Activity: "android.rootlessgpudebug.app.RootlessGpuDebugDeviceActivity", VersionCode: 1, MinSDK: 29, Target: 30}
		change(&a)
		return a
	}
	layers := func(a *App) { a.Activity, a.NoCode = "", true }
	return []App{
		cts("DEBUG", func(a *App) { a.Debuggable = true }),
		cts("RELEASE", func(a *App) { a.Libs = ctsLayers("C") }),
		cts("INJECT", func(a *App) { a.InjectLayers = true }),
		cts("LAYERS", layers),
		cts("GLES_LAYERS", func(a *App) { layers(a); a.Libs = ctsLayers("A", "B", "C") }),
		{Name: "com.example.game", Label: "Game", Activity: "com.example.game.MainActivity", Tag: "Game", VersionCode: 7, MinSDK: 24, Target: 34, Debuggable: true},
		{Name: "com.example.shop", Label: "Shop", Activity: "com.example.shop.ShopActivity", Tag: "Shop", VersionCode: 12, MinSDK: 24, Target: 34},
	}
}

// ctsLayers names files that are built at first use.
func ctsLayers(letters ...string) map[string]string {
	out := map[string]string{}
	for _, l := range letters {
		out[hostABI()+"/libGLES_glesLayer"+l+".so"] = "cts:" + l
	}
	return out
}

func (d *Device) installApps() error {
	for _, a := range AppsOfDevice() {
		if !slices.Contains(d.options.ABIs, hostABI()) {
			a.Libs = nil // built for this machine
		}
		var flags []string
		if strings.HasSuffix(a.Name, "LAYERS.app") {
			flags = append(flags, "--force-queryable")
		}
		if _, err := d.install0(a, flags); err != nil {
			return err
		}
	}
	return nil
}
