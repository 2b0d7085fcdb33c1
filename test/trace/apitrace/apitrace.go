package apitrace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/loader"
)

// Library returns the path of apitrace's EGL library.
func Library() (string, error) {
	found, err := filepath.Glob("/usr/lib/*/apitrace/wrappers/egltrace.so")
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("apitrace is not there: %q (make deps)", found)
	}
	return found[0], nil
}

// renamed has the libraries that apitrace opens by name. It would find the loader's libraries: in a patched
// copy, other names of the same length lead to links to the real libraries.
var renamed = []struct {
	name, instead string
	real          func(*loader.Driver) string
}{
	{"libEGL.so", "libEGX.so", func(d *loader.Driver) string { return d.EGL }},
	{"libGLESv2.so", "libGLEXv2.so", func(d *loader.Driver) string { return d.GLES }},
	{"libGLESv1_CM.so", "libGLEXv1_CM.so", func(d *loader.Driver) string { return d.ES1 }},
}

// Below returns apitrace as the driver of a chain of layers, above the machine's own driver. Its files are in
// folder, which must be in LD_LIBRARY_PATH of the program.
func Below(ctx context.Context, dir string) (*loader.Driver, error) {
	from, err := Library()
	if err != nil {
		return nil, err
	}
	library, err := os.ReadFile(from)
	if err != nil {
		return nil, err
	}
	real, err := loader.FindDriver(ctx, []string{"cc"})
	if err != nil {
		return nil, err
	}
	for _, l := range renamed {
		if !bytes.Contains(library, []byte(l.name)) {
			return nil, fmt.Errorf("%s does not name %s", from, l.name)
		}
		library = bytes.ReplaceAll(library, []byte(l.name), []byte(l.instead))
		if err := os.Symlink(l.real(&real), filepath.Join(dir, l.instead)); err != nil {
			return nil, err
		}
	}
	copied := filepath.Join(dir, "egltrace.so")
	return &loader.Driver{EGL: copied, GLES: copied}, os.WriteFile(copied, library, 0o600)
}

// Env returns the environment for apitrace to write a trace.
func Env(env []string, dir, trace string) []string {
	for i, e := range env {
		if strings.HasPrefix(e, "LD_LIBRARY_PATH=") {
			env[i] = e + ":" + dir
		}
	}
	return append(env, "TRACE_FILE="+trace, "HOME="+dir)
}

// Read calls visit for each call of a trace.
func Read(ctx context.Context, path string, visit func(*Call) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return ParseTrace(f, func(c *Call) error { return errors.Join(ctx.Err(), visit(c)) })
}

// Count returns the number of calls of each function in a trace, without apitrace's own calls.
func Count(ctx context.Context, path string) (map[string]int, error) {
	counts := map[string]int{}
	return counts, Read(ctx, path, func(c *Call) error {
		if !c.Fake {
			counts[c.Name]++
		}
		return nil
	})
}
