package loader

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/cbuild"
)

// Options configure Prepare.
type Options struct {
	Cache  string   // directory that keeps the libraries; "" for one in the user's cache directory
	CC     []string // the C compiler and its first arguments; none for $CC or cc
	Driver *Driver  // the libraries to load as the driver; nil for those of DriverDir
	// DriverDir is a directory with the libraries of the driver; "" for this machine's driver.
	DriverDir string
	Test      bool // build with a switch that breaks each rule, which shows that a test checks the rule
}

// Host is a directory with the loader's libraries.
type Host struct {
	Dir    string // for LD_LIBRARY_PATH
	Probe  string // a program that opens a layer as the loader does, and prints the result
	Driver Driver
}

// ErrNoCompiler reports that no C compiler was found to build the loader's libraries.
var ErrNoCompiler = cbuild.ErrNoCompiler

// Prepare returns the loader's libraries from the cache, or builds them, which takes a second or two for each
// driver and compiler. They serve all Android releases.
func Prepare(ctx context.Context, o Options) (*Host, error) {
	if len(o.CC) == 0 {
		o.CC = cbuild.FindCompiler()
	}
	d, err := o.driver(ctx)
	if err != nil {
		return nil, err
	}
	e, err := d.exports()
	if err != nil {
		return nil, err
	}
	b := build{tables: newTables(e), driver: d, cc: o.CC}
	if o.Test {
		b.flags = []string{"-DLOADER_TEST"}
	}
	dir, err := b.cached(ctx, o.Cache)
	if err != nil {
		return nil, err
	}
	return &Host{Dir: filepath.Join(dir, "lib"), Probe: filepath.Join(dir, "probe"), Driver: d}, nil
}

func (o Options) driver(ctx context.Context) (Driver, error) {
	switch {
	case o.Driver != nil:
		return *o.Driver, nil
	case o.DriverDir != "":
		return DriverIn(o.DriverDir)
	}
	return FindDriver(ctx, o.CC)
}

// build has all inputs of a build of the libraries.
type build struct {
	tables    tables
	driver    Driver
	cc, flags []string
}

// stubs are the libraries beside libEGL, with the source of each. The loader is in libEGL: tools that replace
// libEGL pass on what a libEGL opens.
var stubs = []struct{ name, source string }{{nameGLES, "gles.S"}, {nameES1, "es1.S"}}

// aliases are the additional names that development packages install.
var aliases = map[string]string{"libEGL.so": nameEGL, "libGLESv2.so": nameGLES, "libGLESv1_CM.so": nameES1}

// make builds everything in a new directory: sources in src, libraries in lib.
func (b build) make(ctx context.Context, dir string) error {
	files, err := sources(b.tables, b.driver)
	if err != nil {
		return err
	}
	if err := writeSources(filepath.Join(dir, "src"), files); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "lib"), 0o700); err != nil {
		return err
	}
	units := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool {
		return name != "core.S" && name != "egl.S" && (filepath.Ext(name) != ".c" || strings.Contains(name, "/"))
	})
	if err := b.library(ctx, dir, nameEGL, append(units, "-ldl")); err != nil {
		return err
	}
	for _, s := range stubs {
		if err := b.library(ctx, dir, s.name, []string{s.source, "../lib/" + nameEGL, "-Wl,-rpath,$ORIGIN"}); err != nil {
			return err
		}
	}
	for alias, name := range aliases {
		if err := os.Symlink(name, filepath.Join(dir, "lib", alias)); err != nil {
			return err
		}
	}
	return b.compile(ctx, dir, "-o", "../probe", "probe/probe.c", "-ldl")
}

func writeSources(dir string, files map[string][]byte) error {
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// library builds a shared library. It binds calls to the library's own functions, even if another library
// that precedes it defines the same names.
func (b build) library(ctx context.Context, dir, name string, args []string) error {
	return b.compile(ctx, dir, append([]string{"-shared", "-Wl,-soname," + name, "-Wl,-z,now", "-Wl,-z,defs", "-Wl,-Bsymbolic", "-o", "../lib/" + name}, args...)...)
}

func (b build) compile(ctx context.Context, dir string, args ...string) error {
	all := slices.Concat([]string{"-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-pthread"}, b.flags, args)
	return cbuild.Compile(ctx, b.cc, filepath.Join(dir, "src"), "the loader's libraries", all...)
}
