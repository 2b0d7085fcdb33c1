// Package modulelayer builds the layer with all built-in modules, which needs no project: generated in memory from the built-in
// registry, compiled once for this machine or for a device, and cached. It intercepts all functions. Each module is off until
// a setting switches it on.
package modulelayer

import (
	"context"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/trace/build"
)

// Name is the name of the layer. Its settings are the properties debug.glmodules.KEY and the environment variables GLMODULES_KEY.
const Name = "glmodules"

// ErrNoCompiler is the error of a build without a C compiler.
var ErrNoCompiler = build.ErrNoCompiler

// Library is the name of its file.
const Library = "lib" + Name + ".so"

var layer = build.Target{
	Pack: "c", Layer: Name, Modules: Modules(), What: "the layer with modules", Shipped: "modules", Output: Library, Dirs: []string{"core"},
	Flags: []string{"-std=gnu11", "-O2", "-g", "-fPIC", "-pthread", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra"},
	Linking: []string{"-shared", "-pthread", "-Wl,-soname," + Library, "-Wl,-z,nodelete", "-Wl,--no-undefined", "-Wl,--gc-sections",
		"-Wl,--version-script=core/zz_generated_layer.map"},
}

// Sources returns the files of the layer.
func Sources() ([]gen.File, error) { return layer.Sources() }

// Modules returns the modules that settings of the layer switch: all that work without hooks.
func Modules() []string {
	var names []string
	for _, m := range modules.All {
		if !m.Helps {
			names = append(names, m.Name)
		}
	}
	return names
}

// A Maker builds the layer once and caches it.
type Maker struct {
	Cache   string // cache directory; "" for one in the user's cache directory
	Beside  string // directory of the program, which may have layers for devices; "" for none
	OnBuild func() // called before a build, which takes about 25 s of processor time; may be nil
}

// Layer returns the path of the layer for this machine and builds it if necessary.
func (m Maker) Layer(ctx context.Context) (string, error) {
	return layer.Make(ctx, m.cache(), build.Host(), Sources)
}

// LayerFor returns the path of the layer for devices with an ABI: the one that a release has beside the program, or one that it
// builds.
func (m Maker) LayerFor(ctx context.Context, abi string) (string, error) {
	return layer.LayerFor(ctx, m.cache(), m.Beside, abi)
}

// Ship builds the layers for all ABIs, and returns the files that a release has beside the program, as build.Target.Ship does.
func Ship(ctx context.Context, cache string) (map[string][]byte, error) {
	return layer.Ship(ctx, Maker{Cache: cache}.cache())
}

func (m Maker) cache() build.Cache {
	return build.Cache{Dir: m.Cache, Kind: "modulelayer", OnBuild: m.OnBuild}
}
