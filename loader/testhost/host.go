// Package testhost builds a small desktop LayerLoader: stand-ins for libEGL and libGLESv2 that lie over the machine's
// real ones and chain OpenGL ES layers between the program and the driver, in the way Android's loader does. An
// unmodified EGL program goes through the layers when it finds the stand-ins first.
//
// It keeps to Android's rules for the order of loading and initialising, for the walk over all known names, for
// get_next and for eglGetProcAddress. It does not do what Android does per thread and context: functions dispatch to
// the layers with or without a current context and whatever its version, errors are not drained before a call, and
// layers are named by their paths.
package testhost

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The environment of a program that runs under a Host.
const (
	EnvLayers = "GLESLAYERGEN_LAYERS" // paths of layers joined by colons; the first is nearest to the program
	EnvReport = "GLESLAYERGEN_REPORT" // a file that gets the Report when the program ends
)

// A Host is a folder that holds the stand-ins.
type Host struct {
	Dir string
}

// Command returns prog set to run with the layers. What else the program needs, such as EnvReport or EGL_PLATFORM, is
// for the caller to append to its Env.
func (h *Host) Command(layers []string, prog string, args ...string) *exec.Cmd {
	cmd := exec.Command(prog, args...)
	list, err := layerList(layers)
	if err != nil {
		cmd.Err = err
	}
	cmd.Env = append(os.Environ(), EnvLayers+"="+list, "LD_LIBRARY_PATH="+prependPath(h.Dir, os.Getenv("LD_LIBRARY_PATH")))
	return cmd
}

// layerList makes the paths independent of the folder the program runs in.
func layerList(layers []string) (string, error) {
	paths := make([]string, len(layers))
	for i, layer := range layers {
		if strings.Contains(layer, ":") {
			return "", fmt.Errorf("layer %q: a path with a colon cannot stand in a list of layers", layer)
		}
		path, err := absolute(layer)
		if err != nil {
			return "", fmt.Errorf("layer %q: %w", layer, err)
		}
		paths[i] = path
	}
	return strings.Join(paths, ":"), nil
}

// absolute leaves an empty name empty: to Android that is an error of its own, which the loader reports.
func absolute(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	return filepath.Abs(path)
}

// prependPath leaves no empty element, which would mean the current folder.
func prependPath(dir, path string) string {
	kept := []string{dir}
	for _, element := range strings.FieldsFunc(path, func(r rune) bool { return r == ':' || r == ';' }) {
		if element != dir {
			kept = append(kept, element)
		}
	}
	return strings.Join(kept, ":")
}
