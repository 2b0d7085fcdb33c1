package sysroot

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Clang is an installed clang with lld.
type Clang struct {
	Path    string
	Version string // the first line of clang --version
	prefix  string // where it is installed, with its headers
}

// newest and oldest are the versions whose commands Find tries: Debian and Ubuntu have clang-VERSION.
const newest, oldest = 30, 14

// Find returns clang in PATH, or else the newest clang-VERSION. An error is an *[android.Error].
func Find(ctx context.Context) (*Clang, error) {
	names := []string{"clang"}
	for version := newest; version >= oldest; version-- {
		names = append(names, fmt.Sprintf("clang-%d", version))
	}
	missing := &android.Error{What: "no Android NDK", Why: "ANDROID_NDK_HOME is not set, and clang is not in PATH",
		Advice: "for layers in C and C++, install the packages clang, lld and, for C++, libc++-dev; for other layers, install NDK r26 or newer from https://developer.android.com/ndk/downloads and set ANDROID_NDK_HOME to its directory"}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		c := &Clang{Path: path, Version: firstLine(ctx, path, "--version")}
		if !strings.Contains(c.Version, "clang version ") {
			continue
		}
		c.prefix = filepath.Join(firstLine(ctx, path, "-print-resource-dir"), "..", "..", "..")
		if filepath.IsAbs(firstLine(ctx, path, "-print-prog-name=ld.lld")) {
			return c, nil
		}
		missing.Why = "ANDROID_NDK_HOME is not set, and " + path + " has no linker ld.lld"
	}
	return nil, missing
}

func firstLine(ctx context.Context, name string, args ...string) string {
	out, _ := exec.CommandContext(ctx, name, args...).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}

// A Root is a sysroot for an ABI.
type Root struct {
	dir   string
	clang *Clang
}

// Root returns the sysroot for an ABI and writes it if necessary. The cache is a directory; "" stands for the
// user's cache directory.
func (c *Clang) Root(ctx context.Context, cache string, abi android.ABI) (*Root, error) {
	cache, err := cbuild.CacheDir(cache, "sysroot")
	if err != nil {
		return nil, fmt.Errorf("no cache directory for the sysroot: %w", err)
	}
	files, hash := sources(abi), sha256.New()
	if dir := c.Libcxx(); dir != "" {
		version, err := os.ReadFile(filepath.Join(dir, versionHeader))
		if err != nil {
			return nil, err
		}
		files = append(files, cxxSources()...)
		fmt.Fprintf(hash, "%q %q %q %q\n", dir, version, cxxFlags, cxxObjectFlags)
	}
	fmt.Fprintf(hash, "%q %q %q %q %q %q %q\n", cache, abi.Name, c.Version, c.prefix, flags(abi), stubFlags, objectFlags)
	for _, f := range files {
		fmt.Fprintf(hash, "%s %d\n%s", f.path, len(f.text), f.text)
	}
	digest := fmt.Sprintf("%x", hash.Sum(nil)[:16])
	dir, err := cbuild.Get(ctx, cache, digest, func(ctx context.Context, dir string) error {
		return c.write(ctx, dir, filepath.Join(cache, digest), abi, files)
	})
	if err != nil {
		return nil, err
	}
	return &Root{dir: dir, clang: c}, nil
}

// target is the name of the ABI for clang.
func target(abi android.ABI) string { return fmt.Sprintf("%s%d", abi.Clang, rules.MinAPI) }

// flags returns the flags for the compiler, without paths. Thread-local variables are those of ELF, which
// Android has since 10. Call stacks need frame pointers.
func flags(abi android.ABI) []string {
	all := []string{"--target=" + target(abi), "-fuse-ld=lld", "-nostdlib", "-fno-emulated-tls", "-Xlinker", "-mllvm", "-Xlinker", "-emulated-tls=0",
		"-fno-omit-frame-pointer", "-momit-leaf-frame-pointer"}
	if abi.GOARCH == "arm" {
		all = append(all, "-mfloat-abi=softfp", "-mfpu=neon", // as in the NDK; clang 22 has another default
			"-mtp=cp15") // programs read the thread pointer from the processor, as Android's C library does
	}
	return all
}

// Dir returns the directory.
func (r *Root) Dir() string { return r.dir }

// unusedFlags makes clang not warn of unused flags in a file, such as those for the linker.
const unusedFlags = "-Wno-unused-command-line-argument"

// Toolchain returns the path of CMake's toolchain file, or "" if clang has no headers of the C++ standard library.
func (r *Root) Toolchain() string {
	if r.clang.Libcxx() == "" {
		return ""
	}
	return filepath.Join(r.dir, toolchainFile)
}

// CC returns the command of the compiler for C.
func (r *Root) CC() []string {
	return []string{r.clang.Path, "--config", filepath.Join(r.dir, configFile), unusedFlags}
}

// Start returns the path of the object with the entry point, which programs need besides the flags of CC.
func (r *Root) Start() string { return filepath.Join(r.dir, filepath.FromSlash(startFile)) }
