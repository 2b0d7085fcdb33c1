package layercmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/modulelayer"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// TraceLayerName is the name of the trace layer in a list of layers.
const TraceLayerName = recorder.Name

// TraceLayer returns the path of the trace layer: the named file, or the layer that this tool builds once for
// this machine.
func TraceLayer(ctx context.Context, e *ui.Env, named string) (string, error) {
	if named == "" {
		return ownTraceLayer(ctx, e)
	}
	path, err := filepath.Abs(named)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "", ui.Usage("--trace-layer "+named, fmt.Sprintf("cannot be read: %v", ui.WithoutPath(err)), "to use the trace layer of this tool, leave out --trace-layer")
	}
	return path, nil
}

func ownTraceLayer(ctx context.Context, e *ui.Env) (string, error) {
	path, err := layerMaker(e, "").Layer(ctx)
	return path, withBuildHint(err)
}

// programDir returns the directory of this program, or "" if it is unknown.
func programDir() string {
	path, err := os.Executable()
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return ""
	}
	return filepath.Dir(path)
}

// layerMaker returns a Maker that prints a message before a build.
func layerMaker(e *ui.Env, what string) recorder.Maker {
	return recorder.Maker{Beside: programDir(), OnBuild: func() {
		e.Notef("gleslayergen: building the trace layer%s; this takes about half a minute and is done once", what)
	}}
}

// TraceLayerFor returns the path of the trace layer for an ABI of a device, built with the NDK or clang.
func TraceLayerFor(ctx context.Context, e *ui.Env, named, abi string) (string, error) {
	if named != "" {
		return TraceLayer(ctx, e, named)
	}
	path, err := layerMaker(e, " for "+abi).LayerFor(ctx, abi)
	if err != nil && ctx.Err() == nil {
		err = ui.WithHint(fmt.Errorf("the trace layer for %s: %w", abi, err), cmp.Or(ui.HintOf(err), "to see missing tools: gleslayergen doctor build")+"; or use a trace layer that was built elsewhere: --trace-layer FILE")
	}
	return path, err
}

// hasOwn reports whether a list has the name of a layer of this tool, and no file in the directories has that name.
func hasOwn(list, dirs, name string) bool {
	if !slices.Contains(strings.Split(list, ":"), name) {
		return false
	}
	for dir := range strings.SplitSeq(dirs, ":") {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return false
		}
	}
	return true
}

// ownTraceIn replaces the name of the trace layer in a list by the path of this tool's layer, unless a file
// in the directories has that name.
func ownTraceIn(ctx context.Context, e *ui.Env, list, dirs string) (string, error) {
	if !hasOwn(list, dirs, TraceLayerName) {
		return list, nil
	}
	file, err := ownTraceLayer(ctx, e)
	return WithTrace(list, file), err
}

// ownModulesIn replaces the name of the layer with all modules in a list by the path of this tool's layer. If modules are switched
// on and the list does not have the name, it adds the layer in front.
func ownModulesIn(ctx context.Context, e *ui.Env, list, dirs string, on []string) (string, error) {
	if len(on) == 0 && !hasOwn(list, dirs, modulelayer.Name) {
		return list, nil
	}
	file, err := ownModuleLayer(ctx, e)
	return withLayer(list, modulelayer.Name, file), err
}

// WithTrace returns a list of layers with the trace layer: in place of its name, or else in front, next to
// the program.
func WithTrace(list, file string) string { return withLayer(list, TraceLayerName, file) }

func withLayer(list, own, file string) string {
	if list == "" {
		return file
	}
	layers := strings.Split(list, ":")
	for i, name := range layers {
		if name == own {
			layers[i] = file
			return strings.Join(layers, ":")
		}
	}
	return file + ":" + list
}
