package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// traceLayerName stands for the trace layer in a list of layers.
const traceLayerName = recorder.Name

// traceLayer is the file of the trace layer: the one that was named, or the one that this tool makes for this machine, once.
func (e *env) traceLayer(ctx context.Context, named string) (string, error) {
	if named == "" {
		return e.ownTraceLayer(ctx)
	}
	path, err := filepath.Abs(named)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "", &usageError{"--trace-layer " + named, fmt.Sprintf("cannot be read: %v", cause(err)), "leave it out, to use the tool's own"}
	}
	return path, nil
}

func (e *env) ownTraceLayer(ctx context.Context) (string, error) {
	path, err := e.layerMaker("").Layer(ctx)
	switch {
	case errors.Is(err, recorder.ErrNoCompiler):
		err = &hinted{err, "install gcc or another C compiler, or name one with CC; gleslayergen doctor run says how"}
	case errors.Is(err, syscall.ENOSPC):
		err = &hinted{err, "let XDG_CACHE_HOME name a folder with room in it that is yours"}
	}
	return path, err
}

// layerMaker says so when the layer is not there yet: a build takes long enough to wonder.
func (e *env) layerMaker(what string) recorder.Maker {
	return recorder.Maker{OnBuild: func() { e.notef("gleslayergen: the trace layer%s is built, once; it takes half a minute or so", what) }}
}

// traceLayerFor is that for a device's apps of an ABI, which the NDK builds.
func (e *env) traceLayerFor(ctx context.Context, named, abi string) (string, error) {
	if named != "" {
		return e.traceLayer(ctx, named)
	}
	path, err := e.layerMaker(" for "+abi).LayerFor(ctx, abi)
	if failed, ok := errors.AsType[*recorder.BuildError](err); ok {
		e.notef("%s", strings.TrimSpace(failed.Output))
	}
	if err != nil && ctx.Err() == nil {
		err = &hinted{fmt.Errorf("the trace layer for %s: %w", abi, err), orElse(hintOf(err), "gleslayergen doctor build names tools that are missing") + "; or name a trace layer that was built elsewhere: --trace-layer FILE"}
	}
	return path, err
}

// ownTraceIn puts the tool's own trace layer where a list has its name, unless a file of that name is in the folders.
func (e *env) ownTraceIn(ctx context.Context, list, folders string) (string, error) {
	if !slices.Contains(strings.Split(list, ":"), traceLayerName) {
		return list, nil
	}
	for folder := range strings.SplitSeq(folders, ":") {
		if _, err := os.Stat(filepath.Join(folder, traceLayerName)); err == nil {
			return list, nil
		}
	}
	file, err := e.ownTraceLayer(ctx)
	return withTrace(list, file), err
}

// withTrace is a list of layers with the trace layer in it: where the list has its name, else in front, next to the program.
func withTrace(list, file string) string {
	if list == "" {
		return file
	}
	layers := strings.Split(list, ":")
	for i, name := range layers {
		if name == traceLayerName {
			layers[i] = file
			return strings.Join(layers, ":")
		}
	}
	return file + ":" + list
}
