// Package cbuild compiles C on the user's machine and caches the results. Each build has a directory named by a hash of its
// inputs. Its files are compared with their recorded hashes before each use.
package cbuild

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// manifest is the file with the hashes of a finished build. It is written last.
const manifest = "sha256"

// BuildFunc builds into dir, an empty directory.
type BuildFunc func(ctx context.Context, dir string) error

// CacheDir returns the directory for builds of a kind and creates it if necessary. It is cache or, if cache is "", a directory
// below the user's cache directory. Only the user may write to it, so its content can be trusted.
func CacheDir(cache, kind string) (string, error) {
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", &noCache{err}
		}
		cache = filepath.Join(user, "gleslayergen", kind)
	}
	if err := fsx.MakePrivateDir(cache); err != nil {
		return "", &noCache{err}
	}
	return filepath.EvalSymlinks(cache)
}

// noCache is the error for a cache directory that cannot be used.
type noCache struct{ error }

func (e *noCache) Unwrap() error { return e.error }

// Hint returns what to do.
func (e *noCache) Hint() string {
	return "set HOME or XDG_CACHE_HOME to a directory that belongs to you and that you can write to"
}

// Get returns the directory of a build in the cache. It builds if the directory is missing or its files have changed. The
// directory appears complete or not at all. While another process builds in the cache, Get waits: most often both want the
// same build.
func Get(ctx context.Context, cache, digest string, build BuildFunc) (string, error) {
	dir, ok := Find(cache, digest)
	if ok {
		return dir, nil
	}
	lock, err := waitLock(ctx, cache)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if intact(dir) {
		return dir, nil
	}
	return dir, publish(ctx, cache, dir, build)
}

// Find returns the directory of a build in the cache, and whether it is there and its files have not changed.
func Find(cache, digest string) (dir string, ok bool) {
	dir = filepath.Join(cache, digest)
	return dir, intact(dir)
}

// waitLock waits until no other process builds in the cache. On a file system without locks it does not wait.
func waitLock(ctx context.Context, cache string) (lock *os.File, err error) {
	for {
		lock, state, _ := fsx.TryLock(cache)
		if state != fsx.LockBusy {
			return lock, nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// publish builds in a temporary directory beside dir and renames it, so that dir appears in one step. If another process
// published the same build first, that build is used. A damaged build is moved out of the way.
func publish(ctx context.Context, cache, dir string, build BuildFunc) error {
	temp, lock, err := fsx.MakeLocked(cache, ".building-", nil)
	if err != nil {
		return err
	}
	defer lock.Close()
	defer os.RemoveAll(temp)
	made := filepath.Join(temp, "made")
	if err := os.Mkdir(made, 0o700); err != nil {
		return err
	}
	if err := build(ctx, made); err != nil {
		return err
	}
	sums, err := hashes(made)
	if err == nil {
		err = os.WriteFile(filepath.Join(made, manifest), []byte(sums), 0o600)
	}
	if err != nil {
		return err
	}
	const attempts = 10 // other processes may publish in between
	for range attempts {
		if err = os.Rename(made, dir); err == nil || intact(dir) {
			return nil
		}
		_ = os.Rename(dir, filepath.Join(temp, "damaged"))
	}
	return err
}

// intact reports whether the files in dir still have the hashes of its manifest.
func intact(dir string) bool {
	want, err := os.ReadFile(filepath.Join(dir, manifest))
	if err != nil {
		return false
	}
	got, err := hashes(dir)
	return err == nil && got == string(want)
}

// hashes returns a line with hash and path for each file except the manifest. For a symbolic link, it hashes the target's name.
func hashes(dir string) (string, error) {
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == filepath.Join(dir, manifest) {
			return err
		}
		content, err := readContent(path, entry)
		name, err2 := filepath.Rel(dir, path)
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(content), name)
		return errors.Join(err, err2)
	})
	return out.String(), err
}

func readContent(path string, entry fs.DirEntry) ([]byte, error) {
	if entry.Type()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(path)
		return []byte("-> " + to), err
	}
	return os.ReadFile(path)
}
