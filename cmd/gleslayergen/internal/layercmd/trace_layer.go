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

// TraceLayerName stands for the trace layer in a list of layers.
const TraceLayerName = recorder.Name

// TraceLayer is the file of the trace layer: the one that was named, or the one that this tool makes for this machine, once.
func TraceLayer(ctx context.Context, e *ui.Env, named string) (string, error) {
	if named == "" {
		return ownTraceLayer(ctx, e)
	}
	path, err := filepath.Abs(named)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "", ui.Usage("--trace-layer "+named, fmt.Sprintf("cannot be read: %v", ui.WithoutPath(err)), "leave it out, to use the tool's own")
	}
	return path, nil
}

func ownTraceLayer(ctx context.Context, e *ui.Env) (string, error) {
	path, err := layerMaker(e, "").Layer(ctx)
	switch {
	case errors.Is(err, recorder.ErrNoCompiler):
		err = ui.WithHint(err, "install gcc or another C compiler, or name one with CC; gleslayergen doctor run says how")
	case errors.Is(err, syscall.ENOSPC):
		err = ui.WithHint(err, "set XDG_CACHE_HOME to a directory with free space that belongs to you")
	}
	return path, err
}

// layerMaker says so when the layer is not there yet: a build takes long enough to wonder.
func layerMaker(e *ui.Env, what string) recorder.Maker {
	return recorder.Maker{OnBuild: func() { e.Notef("gleslayergen: the trace layer%s is built, once; it takes half a minute or so", what) }}
}

// TraceLayerFor is that for a device's apps of an ABI, which the NDK builds.
func TraceLayerFor(ctx context.Context, e *ui.Env, named, abi string) (string, error) {
	if named != "" {
		return TraceLayer(ctx, e, named)
	}
	path, err := layerMaker(e, " for "+abi).LayerFor(ctx, abi)
	if failed, ok := errors.AsType[*recorder.BuildError](err); ok {
		e.Notef("%s", strings.TrimSpace(failed.Output))
	}
	if err != nil && ctx.Err() == nil {
		err = ui.WithHint(fmt.Errorf("the trace layer for %s: %w", abi, err), cmp.Or(ui.HintOf(err), "gleslayergen doctor build names tools that are missing")+"; or name a trace layer that was built elsewhere: --trace-layer FILE")
	}
	return path, err
}

// ownTraceIn puts the tool's own trace layer where a list has its name, unless a file of that name is in the folders.
func ownTraceIn(ctx context.Context, e *ui.Env, list, folders string) (string, error) {
	if !slices.Contains(strings.Split(list, ":"), TraceLayerName) {
		return list, nil
	}
	for folder := range strings.SplitSeq(folders, ":") {
		if _, err := os.Stat(filepath.Join(folder, TraceLayerName)); err == nil {
			return list, nil
		}
	}
	file, err := ownTraceLayer(ctx, e)
	return WithTrace(list, file), err
}

// WithTrace is a list of layers with the trace layer in it: where the list has its name, else in front, next to the program.
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
