// Package buildcache keeps what was compiled on the user's machine: each build in a folder of its own, named by a hash of
// all that went into it, and compared with what it was before it is used again.
package buildcache

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

	"github.com/gleslayergen/gleslayergen/internal/hold"
	"github.com/gleslayergen/gleslayergen/internal/ownfolder"
)

// manifest lists the files of a finished build with their hashes; it is written last.
const manifest = "sha256"

// Builder builds into an empty folder.
type Builder func(ctx context.Context, dir string) error

// Folder is where builds of a kind are kept, and trusted: in cache or, if that is "", below the user's cache folder.
func Folder(cache, kind string) (string, error) {
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "gleslayergen", kind)
	}
	if err := ownfolder.Make(cache); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(cache)
}

// Get gives the folder of a build in the cache, and builds it there if it is not, or is not what it was. The folder
// appears whole or not at all. Who comes while another one builds waits: it most often wants the same.
func Get(ctx context.Context, cache, digest string, build Builder) (string, error) {
	dir := filepath.Join(cache, digest)
	if intact(dir) {
		return dir, nil
	}
	turn, err := await(ctx, cache)
	if err != nil {
		return "", err
	}
	defer turn.Close()
	if intact(dir) {
		return dir, nil
	}
	return dir, publish(ctx, cache, dir, build)
}

// await waits until nobody else builds in the cache. Where there are no locks, several build at once.
func await(ctx context.Context, cache string) (turn *os.File, err error) {
	for {
		turn, state, _ := hold.Try(cache)
		if state != hold.Busy {
			return turn, nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// publish builds beside the place, so that moving the folder there is one step. Another build may be there first: it is as
// good as ours. What is there and damaged is moved away.
func publish(ctx context.Context, cache, dir string, build Builder) error {
	aside, held, err := hold.Folder(cache, ".building-", nil)
	if err != nil {
		return err
	}
	defer held.Close()
	defer os.RemoveAll(aside)
	made := filepath.Join(aside, "made")
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
