package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/registry"
)

// ErrNoCache reports that there is no directory to keep the loader's libraries.
var ErrNoCache = errors.New("no cache directory for the loader's libraries")

// cached returns the directory of a build in the cache. It builds the libraries if they are missing or were
// changed.
func (b build) cached(ctx context.Context, cache string) (string, error) {
	cache, err := cacheDir(cache)
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrNoCache, err)
	}
	digest, err := b.digest()
	if err != nil {
		return "", err
	}
	return cbuild.Get(ctx, cache, digest, func(ctx context.Context, dir string) error {
		if err := b.make(ctx, dir); err != nil {
			return err
		}
		return os.RemoveAll(filepath.Join(dir, "src"))
	})
}

// cacheDir returns the directory for builds: cache or, if that is "", one in the user's cache directory.
func cacheDir(cache string) (string, error) {
	cache, err := cbuild.CacheDir(cache, "loader")
	if err == nil && strings.ContainsAny(cache, ":;$") {
		err = fmt.Errorf("%s: the dynamic linker does not accept a directory with a colon, semicolon or dollar sign in its path", cache)
	}
	return cache, err
}

// digest identifies a build by its inputs, because generating the sources takes longer than starting a
// program.
func (b build) digest() (string, error) {
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %q\n%v\n%v\n", b.cc, b.flags, b.driver, registry.BuiltinSources(), b.tables)
	for _, r := range b.tables.Releases() {
		fmt.Fprintf(hash, "%v\n", r)
	}
	err := fs.WalkDir(hostFiles, "host", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := hostFiles.ReadFile(path)
		fmt.Fprintf(hash, "%s %d\n%s\n", path, len(content), content)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil))[:32], err
}
