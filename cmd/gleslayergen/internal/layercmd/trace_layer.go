package layercmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
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
	switch {
	case errors.Is(err, recorder.ErrNoCompiler):
		err = ui.WithHint(err, "install gcc or another C compiler, or set CC to one; to see the package to install: gleslayergen doctor run")
	case errors.Is(err, syscall.ENOSPC):
		err = ui.WithHint(err, "set XDG_CACHE_HOME to a directory that belongs to you and has free space")
	}
	return path, err
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

// ownTraceIn replaces the name of the trace layer in a list by the path of this tool's layer, unless a file
// in the directories has that name.
func ownTraceIn(ctx context.Context, e *ui.Env, list, dirs string) (string, error) {
	if !slices.Contains(strings.Split(list, ":"), TraceLayerName) {
		return list, nil
	}
	for dir := range strings.SplitSeq(dirs, ":") {
		if _, err := os.Stat(filepath.Join(dir, TraceLayerName)); err == nil {
			return list, nil
		}
	}
	file, err := ownTraceLayer(ctx, e)
	return WithTrace(list, file), err
}

// WithTrace returns a list of layers with the trace layer: in place of its name, or else in front, next to
// the program.
func WithTrace(list, file string) string {
	if list == "" {
		return file
	}
	layers := strings.Split(list, ":")
	for i, name := range layers {
		if name == TraceLayerName {
			layers[i] = file
			return strings.Join(layers, ":")
		}
	}
	return file + ":" + list
}
