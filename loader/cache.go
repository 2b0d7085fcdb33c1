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

	"github.com/gleslayergen/gleslayergen/internal/ownfolder"
	"github.com/gleslayergen/gleslayergen/registry"
)

// manifest lists the files of a finished build with their hashes; it is written last.
const manifest = "sha256"

// ErrNoCache says that the stand-ins have no folder to be kept in.
var ErrNoCache = errors.New("no folder for the stand-ins")

// cached gives the folder of a build in the cache, and builds it there if it is not, or is not what it was. The folder
// appears whole or not at all; several builds may run at once.
func (b build) cached(ctx context.Context, cache string) (string, error) {
	cache, err := cacheFolder(cache)
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrNoCache, err)
	}
	digest, err := b.digest()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, digest)
	if intact(dir) {
		return dir, nil
	}
	return dir, b.publish(ctx, cache, dir)
}

// cacheFolder is where builds are kept: in cache or, if that is "", in the user's cache folder.
func cacheFolder(cache string) (string, error) {
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "gleslayergen", "loader")
	}
	if err := ownfolder.Make(cache); err != nil {
		return "", err
	}
	cache, err := filepath.EvalSymlinks(cache)
	if err == nil && strings.ContainsAny(cache, ":;$") {
		err = fmt.Errorf("%s: the dynamic linker takes no folder with a colon, semicolon or dollar sign", cache)
	}
	return cache, err
}

// digest tells builds apart by all that goes into them: to make the sources takes longer than to start a program.
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

// publish builds beside the place, so that moving the folder there is one step. Another build may be there first: it is as
// good as ours. What is there and damaged is moved away.
func (b build) publish(ctx context.Context, cache, dir string) error {
	aside, held, err := heldFolder(cache, ".building-")
	if err != nil {
		return err
	}
	defer held.Close()
	defer os.RemoveAll(aside)
	made := filepath.Join(aside, "made")
	if err := os.Mkdir(made, 0o700); err != nil {
		return err
	}
	if err := b.make(ctx, made); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(made, "src")); err != nil {
		return err
	}
	sums, err := hashes(made)
	if err == nil {
		err = os.WriteFile(filepath.Join(made, manifest), []byte(sums), 0o600)
	}
	if err != nil {
		return err
	}
	const attempts = 10 // against other builds that keep coming between
	for range attempts {
		if err = os.Rename(made, dir); err == nil || intact(dir) {
			return nil
		}
		_ = os.Rename(dir, filepath.Join(aside, "damaged"))
	}
	return err
}

// intact compares a folder with what it was when it was made.
func intact(dir string) bool {
	want, err := os.ReadFile(filepath.Join(dir, manifest))
	if err != nil {
		return false
	}
	got, err := hashes(dir)
	return err == nil && got == string(want)
}

// hashes are lines of hash and path of all files but the manifest; of a symbolic link, where it leads.
func hashes(dir string) (string, error) {
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == filepath.Join(dir, manifest) {
			return err
		}
		content, err := contentOf(path, entry)
		name, err2 := filepath.Rel(dir, path)
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(content), name)
		return errors.Join(err, err2)
	})
	return out.String(), err
}

func contentOf(path string, entry fs.DirEntry) ([]byte, error) {
	if entry.Type()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(path)
		return []byte("-> " + to), err
	}
	return os.ReadFile(path)
}
