// Package recorder builds the layer that records the calls of a program: generated in memory from the
// built-in registry, compiled once for this machine, and cached.
package recorder

import (
	"context"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/trace/build"
)

// Name is the name of the layer. Its settings are the properties debug.gltrace.KEY and the environment
// variables GLTRACE_KEY.
const Name = build.Name

// ErrNoCompiler is the error if there is no C compiler to build the layer.
var ErrNoCompiler = build.ErrNoCompiler

const library = "lib" + Name + ".so"

// layer is the layer for this machine.
var layer = build.Target{
	Pack: "trace", What: "the trace layer", Shipped: "recorder", Output: library, Dirs: []string{"core", "trace"},
	Flags: []string{"-std=gnu11", "-O2", "-g", "-fPIC", "-pthread", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra"},
	Linking: []string{"-shared", "-pthread", "-Wl,-soname," + library, "-Wl,-z,nodelete", "-Wl,--no-undefined", "-Wl,--gc-sections",
		"-Wl,--version-script=core/zz_generated_layer.map"},
}

// A Maker builds the layer once and caches it.
type Maker struct {
	Cache   string // cache directory; "" for one in the user's cache directory
	Beside  string // directory of the program, which may have layers for devices; "" for none
	OnBuild func() // called before a build, which takes about 30 s of processor time; may be nil
}

// Layer returns the path of the layer for this machine, as Maker.Layer does.
func Layer(ctx context.Context, cache string) (string, error) { return Maker{Cache: cache}.Layer(ctx) }

// Layer returns the path of the layer for this machine and builds it if necessary.
func (m Maker) Layer(ctx context.Context) (string, error) {
	return layer.Make(ctx, m.cache(), build.Host(), Sources)
}

func (m Maker) cache() build.Cache {
	return build.Cache{Dir: m.Cache, Kind: "recorder", OnBuild: m.OnBuild}
}

// Sources returns the files of the layer, with all commands intercepted.
func Sources() ([]gen.File, error) { return layer.Sources() }

// Definitions returns the definitions of all functions that the layer can record, by name, each an encoded
// Function of gltrace.proto.
func Definitions() (map[string][]byte, error) {
	plan, err := layer.Plan()
	if err != nil {
		return nil, err
	}
	return gen.RecorderOf(plan.Plan).Definitions(), nil
}
