//go:build linux

package loader

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const goodLayer = `void AndroidGLESLayer_Initialize(void *id, void *get_next) { (void)id, (void)get_next; }
void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) { (void)name; return next; }
`

// compile builds a file from C source, and fails the test on an error.
func compile(t *testing.T, out, source string, flags ...string) string {
	t.Helper()
	cmd := exec.Command("cc", append([]string{"-x", "c", "-", "-o", out, "-Wall", "-Wextra", "-Werror"}, flags...)...)
	cmd.Stdin = strings.NewReader(source)
	if words, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v (run make deps?)\n%s", err, words)
	}
	return out
}

// library compiles a shared object.
func library(t *testing.T, out, source string, flags ...string) string {
	t.Helper()
	return compile(t, out, source, append([]string{"-shared", "-fPIC"}, flags...)...)
}

func writeFile(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

var scratch string // outlives the single test

func TestMain(m *testing.M) {
	os.Exit(inScratch(m))
}

func inScratch(m *testing.M) int {
	dir, err := os.MkdirTemp("", "loader-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	scratch = dir
	return m.Run()
}

var prepareOnce = sync.OnceValues(func() (*Host, error) {
	cache := filepath.Join(scratch, "cache")
	return Prepare(context.Background(), Options{Cache: cache})
})

// host returns the libraries that all tests share.
func host(t *testing.T) *Host {
	t.Helper()
	h, err := prepareOnce()
	if err != nil {
		t.Fatal(err)
	}
	return h
}
