// Package recorder builds the layer that records the calls of a program: generated in memory from the
// built-in registry, compiled once for this machine, and cached.
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

// Name is the name of the layer. Its settings are the properties debug.gltrace.KEY and the environment
// variables GLTRACE_KEY.
const Name = "gltrace"

// pack is the template pack of the layer.
const pack = "trace"

// ErrNoCompiler is the error if there is no C compiler to build the layer.
var ErrNoCompiler = cbuild.ErrNoCompiler

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
	sources, err := Sources()
	if err != nil {
		return "", err
	}
	return m.make(ctx, sources, cbuild.FindCompiler(), "", flags, linking)
}

// make returns the path of the layer that a compiler makes with these flags, and builds it if necessary.
func (m Maker) make(ctx context.Context, sources []gen.File, cc []string, machine string, flags, linking []string) (string, error) {
	cache, err := cbuild.CacheDir(m.Cache, "recorder")
	if err != nil {
		return "", fmt.Errorf("no cache directory for the trace layer: %w", err)
	}
	c := compilation{files: sources, cc: cc, machine: machine, flags: flags, linking: linking}
	dir, err := cbuild.Get(ctx, cache, c.digest(), m.withOnBuild(c.make))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, library), nil
}

// withOnBuild returns a build that calls OnBuild first.
func (m Maker) withOnBuild(build cbuild.BuildFunc) cbuild.BuildFunc {
	return func(ctx context.Context, dir string) error {
		if m.OnBuild != nil {
			m.OnBuild()
		}
		return build(ctx, dir)
	}
}

// Sources returns the files of the layer, with all commands intercepted.
func Sources() ([]gen.File, error) {
	plan, p, err := plan()
	if err != nil {
		return nil, err
	}
	return gen.Render(plan, p)
}

// Definitions returns the definitions of all functions that the layer can record, by name, each an encoded
// Function of gltrace.proto.
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
		Rules: gen.ParseRules(p.Defaults.Intercept, gen.HookRecord),
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

// A compilation has everything that determines the layer.
type compilation struct {
	files          []gen.File
	cc             []string
	machine        string // for a device: the ABI and the version of the NDK
	flags, linking []string
}

func (c compilation) digest() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %q %q\n", c.cc, c.machine, c.flags, c.linking)
	for _, f := range c.files {
		fmt.Fprintf(hash, "%s %x\n", f.Path, f.Hash)
	}
	return hex.EncodeToString(hash.Sum(nil))[:32]
}

// make compiles the files in parallel, because some are large, and links the layer.
func (c compilation) make(ctx context.Context, dir string) error {
	var units []string
	for _, f := range c.files {
		if err := write(dir, f); err != nil {
			return err
		}
		if dir := path.Dir(f.Path); path.Ext(f.Path) == ".c" && (dir == "core" || dir == "trace") {
			units = append(units, f.Path)
		}
	}
	err := gen.InParallel(len(units), func(i int) error {
		return c.compile(ctx, dir, append(append([]string{}, c.flags...), "-c", "-o", object(units[i]), units[i])...)
	})
	if err != nil {
		return err
	}
	args := append([]string{}, c.linking...)
	for _, unit := range units {
		args = append(args, object(unit))
	}
	if err := c.compile(ctx, dir, append(args, "-ldl")...); err != nil {
		return err
	}
	return clean(dir)
}

func object(unit string) string { return strings.TrimSuffix(unit, ".c") + ".o" }

func (c compilation) compile(ctx context.Context, dir string, args ...string) error {
	return cbuild.Compile(ctx, c.cc, dir, "the trace layer", args...)
}

func write(dir string, f gen.File) error {
	name := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, f.Content, 0o600)
}

// clean removes everything except the library.
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
