package driver

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/cbuild"
)

//go:embed probe/*.c probe/*.h
var probeFiles embed.FS

// probeFlags are the compiler flags of the probe, for this machine and for devices.
var probeFlags = []string{"-std=gnu11", "-O2", "-fPIE", "-pie", "-Wall", "-Wextra"}

// ErrNoCache is the error for a missing directory to store the probe in.
var ErrNoCache = errors.New("no cache directory for the probe (the program that tests the driver)")

// compile returns the path of the probe for a compiler, from the cache or compiled now, which takes half a
// second.
func compile(ctx context.Context, cache string, compiler []string, flags ...string) (string, error) {
	cache, err := cbuild.CacheDir(cache, "probe")
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrNoCache, err)
	}
	names, digest, err := probeSources(compiler, flags)
	if err != nil {
		return "", err
	}
	dir, err := cbuild.Get(ctx, cache, digest, func(ctx context.Context, dir string) error {
		return compileIn(ctx, dir, names, compiler, flags)
	})
	return filepath.Join(dir, "probe"), err
}

// probeSources returns the names of the sources, and a key that differs between builds.
func probeSources(compiler, flags []string) (names []string, digest string, err error) {
	entries, err := probeFiles.ReadDir("probe")
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %q\n", compiler, flags, probeFlags)
	for _, e := range entries {
		content, err := probeFiles.ReadFile("probe/" + e.Name())
		if err != nil {
			return nil, "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s\n", e.Name(), len(content), content)
		names = append(names, e.Name())
	}
	fmt.Fprintf(hash, "%s\n", profileTable())
	return names, hex.EncodeToString(hash.Sum(nil))[:32], err
}

// compileIn compiles the probe and leaves only the program in the directory.
func compileIn(ctx context.Context, dir string, names, compiler, flags []string) error {
	table := filepath.Join(dir, "profile_table.h")
	if err := os.WriteFile(table, []byte(profileTable()), 0o600); err != nil {
		return err
	}
	args := append(append([]string{}, probeFlags...), flags...)
	args = append(args, "-o", "probe")
	for _, name := range names {
		content, err := probeFiles.ReadFile("probe/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
		if filepath.Ext(name) == ".c" {
			args = append(args, name)
		}
	}
	if err := cbuild.Compile(ctx, compiler, dir, "the probe (the program that tests the driver)", append(args, "-ldl")...); err != nil {
		return err
	}
	for _, name := range append([]string{"profile_table.h"}, names...) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}
