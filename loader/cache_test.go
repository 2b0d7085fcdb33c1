//go:build linux

package loader_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
)

func prepare(cache string, cc ...string) (*loader.Host, error) {
	ctx, cancel := buildContext()
	defer cancel()
	return loader.Prepare(ctx, loader.Options{Cache: cache, CC: cc})
}

// prepared also returns the content of the library that contains the loader.
func prepared(t *testing.T, cache string) (*loader.Host, string) {
	t.Helper()
	tool(t, "cc")
	host, err := prepare(cache)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(host.Dir, "libEGL.so.1"))
	if err != nil {
		t.Fatal(err)
	}
	return host, string(content)
}

// Libraries in the cache are used unless their hash differs.
func TestCache(t *testing.T) {
	cache := t.TempDir()
	if err := os.Chmod(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	host, content := prepared(t, cache)
	library := filepath.Join(host.Dir, "libEGL.so.1")
	before, err := os.Stat(library)
	if err != nil {
		t.Fatal(err)
	}
	prepared(t, cache)
	if after, err := os.Stat(library); err != nil || !os.SameFile(before, after) {
		t.Errorf("what stood there was built again (%v)", err)
	}
	if err := os.WriteFile(library, []byte(content[1:]), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, again := prepared(t, cache); again != content {
		t.Error("a damaged library is still there, or another build gives other bytes")
	}
	onlyOneBuild(t, cache)
}

// Simultaneous builds leave one result, with the same bytes in any directory.
func TestConcurrentBuilds(t *testing.T) {
	caches := []string{filepath.Join(t.TempDir(), "cache"), filepath.Join(t.TempDir(), "an other, folder")}
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			if _, err := prepare(caches[i%2]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	_, one := prepared(t, caches[0])
	if _, other := prepared(t, caches[1]); one != other {
		t.Error("two builds differ")
	}
	for _, cache := range caches {
		onlyOneBuild(t, cache)
	}
}

func onlyOneBuild(t *testing.T, cache string) {
	t.Helper()
	entries, err := os.ReadDir(cache)
	if err != nil || len(entries) != 1 || strings.HasPrefix(entries[0].Name(), ".") {
		t.Errorf("the cache holds %v (%v)", entries, err)
	}
}

func TestCacheRefuses(t *testing.T) {
	tool(t, "cc")
	dir := t.TempDir()
	link, open, file := filepath.Join(dir, "link"), filepath.Join(dir, "open"), filepath.Join(dir, "file")
	if err := errors.Join(os.Symlink(t.TempDir(), link), os.Mkdir(open, 0o700), os.Chmod(open, 0o770),
		os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for cache, want := range map[string]string{
		link: "symbolic link", open: "other users can write to this directory", file: "not a directory", filepath.Join(dir, "a:b"): "colon",
	} {
		if _, err := prepare(cache); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", cache, err, want)
		}
	}
}

// The output of a failed compiler is quoted, and no files remain.
func TestCompilerFails(t *testing.T) {
	tool(t, "cc")
	cache := filepath.Join(t.TempDir(), "cache")
	if _, err := prepare(cache, "cc", "-DBASE_H"); err == nil || !strings.Contains(err.Error(), "error: ") {
		t.Errorf("error %v", err)
	}
	if entries, err := os.ReadDir(cache); err != nil || len(entries) != 0 {
		t.Errorf("the cache holds %v (%v)", entries, err)
	}
	if _, err := prepare(cache, "no-such-compiler"); !errors.Is(err, loader.ErrNoCompiler) {
		t.Errorf("without a compiler: %v", err)
	}
}
