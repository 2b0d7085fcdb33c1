package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
)

// traceLayerName stands for the trace layer in a list of layers.
const traceLayerName = "gltrace"

// traceLayer is the file of the trace layer: the one that was named, or the one that this tool has for this machine.
func (e *env) traceLayer(_ context.Context, named string) (string, error) {
	if named == "" {
		return "", &hinted{errors.New("trace: no trace layer"), "name it with --trace-layer FILE"}
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

// traceLayerFor is that for a device's apps of an ABI.
func (e *env) traceLayerFor(ctx context.Context, named, abi string) (string, error) {
	if named == "" {
		return "", &hinted{fmt.Errorf("trace: this tool has no trace layer for %s at hand", abi),
			"make it once, with the Android NDK: gleslayergen new gltrace --template trace; cd gltrace; gleslayergen build --abi " + abi + "; then --trace-layer gltrace/build/" + abi + "/libgltrace.so"}
	}
	return e.traceLayer(ctx, named)
}

// addTraceLayer adds the flag that names the trace layer.
func addTraceLayer(flags *pflag.FlagSet, file *string) {
	flags.StringVar(file, "trace-layer", "", "the trace layer to use, as a `FILE` (default the tool's own)")
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
