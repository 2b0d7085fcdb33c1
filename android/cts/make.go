package cts

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/rules"
)

//go:embed c/*.c c/*.h
var sources embed.FS

// Maker builds the packages with an NDK and the SDK's tools.
type Maker struct {
	NDK   *android.NDK
	Tools apk.Tools
	Key   func(ctx context.Context, t apk.Tools) (apk.Key, error) // returns the signing key

	one sync.Mutex // builds once for concurrent runs on several devices
}

// flags are the compiler flags for an Android library.
var flags = []string{"-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-shared", "-Wl,--no-undefined", "-Wl,-z,max-page-size=16384"}

// appLibrary is the library that Android's NativeActivity loads by default.
const appLibrary = "libmain.so"

// make returns the directory of the APKs for an ABI. It builds them if they are not cached, which takes some
// seconds for each compiler.
func (m *Maker) make(ctx context.Context, abi android.ABI) (string, error) {
	m.one.Lock()
	defer m.one.Unlock()
	compiler, err := m.NDK.Compiler(abi, rules.MinAPI)
	if err != nil {
		return "", err
	}
	cache, err := cbuild.CacheDir("", "cts")
	if err != nil {
		return "", &android.Error{What: "no cache directory for the test apps", Why: err.Error(),
			Advice: "set XDG_CACHE_HOME to a directory that belongs to you, that only you can write to, and that has free space"}
	}
	digest, err := m.digest(compiler)
	if err != nil {
		return "", err
	}
	return cbuild.Get(ctx, cache, digest, func(ctx context.Context, dir string) error { return m.makeIn(ctx, compiler, dir) })
}

// digest returns a cache key of the sources and tools.
func (m *Maker) digest(compiler string) (string, error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %+v %q\n%s\n", compiler, m.Tools, flags, packageTable)
	for _, p := range thePackages() {
		fmt.Fprintf(hash, "%s\n", p.options(nil).Manifest())
	}
	entries, err := sources.ReadDir("c")
	for _, e := range entries {
		content, err := sources.ReadFile("c/" + e.Name())
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s\n", e.Name(), len(content), content)
	}
	return hex.EncodeToString(hash.Sum(nil))[:32], err
}

// makeIn builds the APKs in dir and leaves no other files there.
func (m *Maker) makeIn(ctx context.Context, compiler, dir string) error {
	work := filepath.Join(dir, "work")
	if err := os.CopyFS(work, sources); err != nil {
		return err
	}
	key, err := m.Key(ctx, m.Tools)
	if err != nil {
		return err
	}
	for _, p := range thePackages() {
		libraries, err := p.compile(ctx, compiler, work)
		if err != nil {
			return err
		}
		o := p.options(libraries)
		o.Out, o.Key = filepath.Join(dir, p.file()), key
		if _, err := apk.Build(ctx, m.Tools, o); err != nil {
			return err
		}
	}
	return os.RemoveAll(work)
}

func (p fixture) file() string { return p.word + ".apk" }

func (p fixture) options(libraries []apk.Layer) apk.BuildOptions {
	return apk.BuildOptions{Package: p.own, App: p.app, Layers: libraries}
}

// compile builds the libraries of a package.
func (p fixture) compile(ctx context.Context, compiler, work string) ([]apk.Layer, error) {
	var paths []string
	add := func(library string, args ...string) error {
		paths = append(paths, filepath.Join(work, library))
		args = slices.Concat(flags, []string{"-Wl,-soname," + library, "-o", library}, args, []string{"-llog"})
		return cbuild.Compile(ctx, []string{compiler}, work, library, args...)
	}
	if p.app != nil {
		if err := add(appLibrary, "c/app.c", "-lEGL"); err != nil {
			return nil, err
		}
	}
	for _, letter := range p.layers {
		if err := add(file(letter), "c/layer.c", `-DLAYER="glesLayer`+letter+`"`); err != nil {
			return nil, err
		}
	}
	return apk.ReadLayers(paths)
}
