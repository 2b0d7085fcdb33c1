// Package build compiles the built-in template packs in C: the trace layer, the player, and the layer with all modules. The files
// are generated in memory from the built-in registry, compiled once for each compiler, and cached. A release has the layers for
// devices beside the program.
package build

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Name is the name of a layer without another one. Its settings are the properties debug.gltrace.KEY and the environment
// variables GLTRACE_KEY.
const Name = "gltrace"

// ErrNoCompiler means that the C compiler is not installed.
var ErrNoCompiler = cbuild.ErrNoCompiler

// A Target is a file that is compiled from a template pack, with all commands intercepted.
type Target struct {
	Pack           string   // the built-in pack
	Layer          string   // the name of the layer; "" for Name
	Modules        []string // modules of a layer without hooks, off until a setting switches them on; nil for the defaults of the pack
	Shipped        string   // the directory beside the program in which a release has it for devices
	What           string   // for messages: "the trace layer"
	Output         string   // the name of the file
	Dirs           []string // directories with the sources and headers
	Flags, Linking []string // of the compiler, except for Dirs and Output
	Program        bool     // a program, not a library
}

// Cache is where compiled files are kept.
type Cache struct {
	Dir     string // "" for a directory of this kind in the user's cache directory
	Kind    string
	OnBuild func() // called before a build; may be nil
}

// Compiler is a C compiler with its first arguments.
type Compiler struct {
	CC      []string
	Machine string // what distinguishes compilers with the same name; "" for the compiler of this machine
	Start   string // object that is linked into programs; "" for none
}

// Host returns the compiler for this machine.
func Host() Compiler { return Compiler{CC: cbuild.FindCompiler()} }

// A Plan is the plan of a target. It takes about 0.2 s of processor time.
type Plan struct {
	*gen.Plan
	pack *templates.Pack
}

// Plan returns the plan of the target.
func (t Target) Plan() (*Plan, error) {
	p, err := templates.Load(t.Pack)
	if err != nil {
		return nil, err
	}
	name := cmp.Or(t.Layer, Name)
	in := gen.Input{
		Name: name, Module: name, Active: p.Defaults.Init == "active", Scope: registry.FullScope(), Sets: p.Defaults.Sets,
		Rules: gen.ParseRules(p.Defaults.Intercept, gen.HookRecord),
	}
	if t.Modules != nil {
		in.Active, in.Sets, in.ModulesOff, in.Rules = true, t.Modules, true, gen.ParseRules("@all", gen.HookNone)
	}
	plan, err := gen.New(registry.Builtin(), in)
	return &Plan{plan, p}, err
}

// Sources returns the files of the pack.
func (p *Plan) Sources() ([]gen.File, error) { return gen.Render(p.Plan, p.pack) }

// Sources returns the files of the pack of the target.
func (t Target) Sources() ([]gen.File, error) {
	p, err := t.Plan()
	if err != nil {
		return nil, err
	}
	return p.Sources()
}

// Make returns the path of the target that a compiler makes from sources, and builds it if necessary. It does not
// call sources, which returns those of the target, if this program used the same build last.
func (t Target) Make(ctx context.Context, c Cache, cc Compiler, sources func() ([]gen.File, error)) (string, error) {
	cache, err := cbuild.CacheDir(c.Dir, c.Kind)
	if err != nil {
		return "", fmt.Errorf("no cache directory for %s: %w", t.What, err)
	}
	b := compilation{Target: t, Compiler: cc}
	m := memo{cache, b.digest()}
	if dir, ok := m.find(); ok {
		return filepath.Join(dir, t.Output), nil
	}
	if b.files, err = sources(); err != nil {
		return "", err
	}
	digest := b.digest()
	dir, err := cbuild.Get(ctx, cache, digest, func(ctx context.Context, dir string) error {
		if c.OnBuild != nil {
			c.OnBuild()
		}
		return b.make(ctx, dir)
	})
	if err != nil {
		return "", err
	}
	m.keep(digest)
	return filepath.Join(dir, t.Output), nil
}

// A compilation has everything that determines the compiled file.
type compilation struct {
	Target
	Compiler
	files []gen.File
}

func (c compilation) digest() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %q %q %q %q %q %q %v\n", c.Pack, c.CC, c.Machine, c.Start, c.Dirs, c.Flags, c.Linking, c.Output, c.Program)
	for _, f := range c.files {
		fmt.Fprintf(hash, "%s %x\n", f.Path, f.Hash)
	}
	return hex.EncodeToString(hash.Sum(nil))[:32]
}

// make compiles the files in parallel, because some are large, and links them.
func (c compilation) make(ctx context.Context, dir string) error {
	var units []string
	for _, f := range c.files {
		if err := write(dir, f); err != nil {
			return err
		}
		if path.Ext(f.Path) == ".c" && slices.Contains(c.Dirs, path.Dir(f.Path)) {
			units = append(units, f.Path)
		}
	}
	flags := slices.Clone(c.Flags)
	for _, dir := range c.Dirs {
		flags = append(flags, "-I"+dir)
	}
	err := gen.InParallel(len(units), func(i int) error {
		return c.compile(ctx, dir, append(slices.Clone(flags), "-c", "-o", object(units[i]), units[i])...)
	})
	if err != nil {
		return err
	}
	args := append(slices.Clone(c.Linking), "-o", c.Output)
	for _, unit := range units {
		args = append(args, object(unit))
	}
	if c.Program && c.Start != "" {
		args = append(args, c.Start)
	}
	if err := c.compile(ctx, dir, append(args, "-ldl")...); err != nil {
		return err
	}
	return c.clean(dir)
}

func object(unit string) string { return strings.TrimSuffix(unit, ".c") + ".o" }

func (c compilation) compile(ctx context.Context, dir string, args ...string) error {
	return cbuild.Compile(ctx, c.CC, dir, c.What, args...)
}

func write(dir string, f gen.File) error {
	name := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, f.Content, 0o600)
}

// clean removes everything except the output.
func (c compilation) clean(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == c.Output {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
