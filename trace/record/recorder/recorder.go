// Package recorder makes the layer that records the calls of a program: generated in memory from the tool's own registry, and
// built once for this machine.
package recorder

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Name is the layer's: its settings are the properties debug.gltrace.KEY, and the variables GLTRACE_KEY.
const Name = "gltrace"

// pack is what the layer is made of.
const pack = "trace"

// ErrNoCompiler says that no C compiler is there to build the layer with.
var ErrNoCompiler = cbuild.ErrNoCompiler

// A Maker makes the layer, once, and keeps it.
type Maker struct {
	Cache   string // a folder; "": in the user's cache folder
	OnBuild func() // is told when the layer has to be built, which takes half a minute of processor time, if it is set
}

// Layer gives the path of the layer for this machine, as a Maker with that cache does.
func Layer(ctx context.Context, cache string) (string, error) { return Maker{Cache: cache}.Layer(ctx) }

// Layer gives the path of the layer for this machine.
func (m Maker) Layer(ctx context.Context) (string, error) {
	cache, err := cbuild.CacheDir(m.Cache, "recorder")
	if err != nil {
		return "", fmt.Errorf("no cache directory for the trace layer: %w", err)
	}
	files, err := Sources()
	if err != nil {
		return "", err
	}
	b := build{files: files, cc: cbuild.FindCompiler()}
	dir, err := cbuild.Get(ctx, cache, b.digest(), m.withOnBuild(b.make))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, library), nil
}

// withOnBuild is a build that is told of when it begins.
func (m Maker) withOnBuild(build cbuild.BuildFunc) cbuild.BuildFunc {
	return func(ctx context.Context, dir string) error {
		if m.OnBuild != nil {
			m.OnBuild()
		}
		return build(ctx, dir)
	}
}

// Sources are the files of the layer, with all commands intercepted.
func Sources() ([]gen.File, error) {
	plan, p, err := plan()
	if err != nil {
		return nil, err
	}
	return gen.Render(plan, p)
}

// Definitions are all functions that the layer can tell of, by their names, each as message Function of gltrace.proto.
func Definitions() (map[string][]byte, error) {
	plan, _, err := plan()
	if err != nil {
		return nil, err
	}
	return gen.RecorderOf(plan).Definitions(), nil
}

func plan() (*gen.Plan, *templates.Pack, error) {
	p, err := templates.Load(pack)
	if err != nil {
		return nil, nil, err
	}
	plan, err := gen.New(registry.Builtin(), gen.Input{
		Name: Name, Module: Name, Active: p.Defaults.Init == "active", Scope: registry.FullScope(), Sets: p.Defaults.Sets,
		Rules: []gen.Rule{{Match: p.Defaults.Intercept, Hooks: gen.HookRecord}},
	})
	return plan, p, err
}

const (
	library = "lib" + Name + ".so"
	exports = "core/zz_generated_layer.map"
)

var (
	flags = []string{"-std=gnu11", "-O2", "-g", "-fPIC", "-pthread", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections",
		"-Wall", "-Wextra", "-Icore", "-Itrace"}
	linking = []string{"-shared", "-pthread", "-Wl,-soname," + library, "-Wl,-z,nodelete", "-Wl,--no-undefined", "-Wl,--gc-sections",
		"-Wl,--version-script=" + exports, "-o", library}
)

// build is all that makes the layer what it is.
type build struct {
	files []gen.File
	cc    []string
}

func (b build) digest() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %q\n", b.cc, flags, linking)
	for _, f := range b.files {
		fmt.Fprintf(hash, "%s %x\n", f.Path, f.Hash)
	}
	return hex.EncodeToString(hash.Sum(nil))[:32]
}

// make compiles several files at once: some of them are large.
func (b build) make(ctx context.Context, dir string) error {
	var units []string
	for _, f := range b.files {
		if err := write(dir, f); err != nil {
			return err
		}
		if folder := path.Dir(f.Path); path.Ext(f.Path) == ".c" && (folder == "core" || folder == "trace") {
			units = append(units, f.Path)
		}
	}
	err := gen.InParallel(len(units), func(i int) error {
		return b.compile(ctx, dir, append(append([]string{}, flags...), "-c", "-o", object(units[i]), units[i])...)
	})
	if err != nil {
		return err
	}
	args := append([]string{}, linking...)
	for _, unit := range units {
		args = append(args, object(unit))
	}
	if err := b.compile(ctx, dir, append(args, "-ldl")...); err != nil {
		return err
	}
	return clean(dir)
}

func object(unit string) string { return strings.TrimSuffix(unit, ".c") + ".o" }

func (b build) compile(ctx context.Context, dir string, args ...string) error {
	return cbuild.Compile(ctx, b.cc, dir, "the recording layer", args...)
}

func write(dir string, f gen.File) error {
	name := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, f.Content, 0o600)
}

// clean leaves the library alone.
func clean(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == library {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
