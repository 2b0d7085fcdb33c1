package recorder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	projectbuild "github.com/gleslayergen/gleslayergen/project/build"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// LayerFor returns the path of the layer for devices with an ABI, as Maker.LayerFor does.
func LayerFor(ctx context.Context, cache, abi string) (string, error) {
	return Maker{Cache: cache}.LayerFor(ctx, abi)
}

// LayerFor returns the path of the layer for devices with an ABI. It builds the layer as gleslayergen build
// --abi does, with the same NDK, and caches it for each NDK and ABI.
func (m Maker) LayerFor(ctx context.Context, abi string) (string, error) {
	target, err := targetFor(abi)
	if err != nil {
		return "", err
	}
	cache, err := cbuild.CacheDir(m.Cache, "recorder")
	if err != nil {
		return "", fmt.Errorf("no cache directory for the trace layer: %w", err)
	}
	q, err := request()
	if err != nil {
		return "", err
	}
	made, err := project.Render(ctx, registry.Builtin(), q)
	if err != nil {
		return "", err
	}
	dir, err := cbuild.Get(ctx, cache, digestFor(made.Files, target), m.withOnBuild(func(ctx context.Context, dir string) error {
		return buildFor(ctx, dir, q, target)
	}))
	return filepath.Join(dir, library), err
}

// targetFor returns the build target of an ABI.
func targetFor(abi string) (projectbuild.Target, error) {
	a, err := android.FindABI(abi)
	if err != nil {
		return projectbuild.Target{}, err
	}
	ndk, err := android.FindNDK(os.Getenv)
	if err != nil {
		return projectbuild.Target{}, err
	}
	env, err := ndk.Env(a, gen.MinAPI)
	return projectbuild.Target{Name: a.Name, Env: env, NDK: ndk.Root}, err
}

// request returns a project with the same content as Sources.
func request() (project.Request, error) {
	p, err := templates.Load(pack)
	if err != nil {
		return project.Request{}, err
	}
	all := registry.FullScope()
	return project.Request{Module: Name, Pack: p, Config: project.Config{Name: Name, Init: p.Defaults.Init, Template: pack, Sets: p.Defaults.Sets,
		API: fmt.Sprintf("egl=%s,gles2=%s", all.EGL, all.GLES2), Extensions: "all",
		Intercept: []project.Intercept{{Match: p.Defaults.Intercept, Hooks: string(gen.HookRecord)}}}}, nil
}

// digestFor returns a hash of everything that determines the layer for a device. The revision distinguishes
// NDKs installed at the same path.
func digestFor(files []gen.File, t projectbuild.Target) string {
	hash := sha256.New()
	revision, _ := os.ReadFile(filepath.Join(t.NDK, "source.properties")) // some NDKs have no such file
	fmt.Fprintf(hash, "%q %q %q %q\n", t.Name, t.Env, t.NDK, revision)
	for _, f := range files {
		fmt.Fprintf(hash, "%s %x\n", f.Path, f.Hash)
	}
	return hex.EncodeToString(hash.Sum(nil))[:32]
}

// buildFor creates a project in a directory, builds it, and removes everything except the layer.
func buildFor(ctx context.Context, dir string, q project.Request, t projectbuild.Target) error {
	q.Dir = filepath.Join(dir, Name)
	if _, err := project.Create(ctx, registry.Builtin(), q); err != nil {
		return err
	}
	var output bytes.Buffer
	made, err := projectbuild.Build(ctx, q.Dir, &q.Config, t, &output)
	if err != nil {
		return &BuildError{Err: err, Output: output.String()}
	}
	if err := os.Rename(made, filepath.Join(dir, library)); err != nil {
		return err
	}
	return clean(dir)
}

// BuildError is the error for a layer that the compiler of the NDK fails to build.
type BuildError struct {
	Err    error
	Output string // of the compiler
}

func (e *BuildError) Error() string { return "build the trace layer: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *BuildError) Unwrap() error { return e.Err }
