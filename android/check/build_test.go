package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// good is the source of a correct layer that needs no library.
const good = `#define EXPORT __attribute__((visibility("default")))
static void *(*next)(void *, const char *);
EXPORT void AndroidGLESLayer_Initialize(void *id, void *(*get)(void *, const char *));
EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *f);
EXPORT void AndroidGLESLayer_Initialize(void *id, void *(*get)(void *, const char *)) { (void)id; next = get; }
EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *f) { (void)name; return next ? f : 0; }
`

// compilers are Debian's compilers by ABI.
var compilers = map[string][]string{
	"arm64-v8a":   {"clang", "--target=aarch64-linux-gnu", "-fuse-ld=lld"},
	"armeabi-v7a": {"clang", "--target=armv7a-linux-gnueabihf", "-fuse-ld=lld"},
	"x86_64":      {"clang", "--target=x86_64-linux-gnu", "-fuse-ld=lld"},
	"x86":         {"clang", "--target=i686-linux-gnu", "-fuse-ld=lld"},
}

// flags are the compiler flags of a correct layer.
var flags = []string{"-shared", "-nostdlib", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden", "-Wl,-z,max-page-size=16384", "-x", "c"}

// run runs a program that the test needs.
func run(t testing.TB, words ...string) {
	t.Helper()
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Fatalf("%s is missing: make deps installs it", words[0])
	}
	if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
}

// build compiles a source to path, with additional flags. The soname is the base name of path.
func build(t testing.TB, compiler []string, path, source string, more ...string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(t.TempDir(), "layer.c")
	if err := os.WriteFile(from, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	args := slices.Concat(compiler, flags, []string{from, "-x", "none", "-Wl,-soname," + filepath.Base(path), "-o", path}, more)
	run(t, args...)
	return path
}

// ids returns the ids of findings, sorted and without duplicates.
func ids(found []Finding) []string {
	var list []string
	for _, f := range found {
		list = append(list, f.ID)
		seen.Store(f.ID, true)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// checkFile checks a path.
func checkFile(t testing.TB, path string, o Options) []Finding {
	t.Helper()
	found, err := Path(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// changed returns a copy of a file with some bytes changed.
func changed(t testing.TB, from, to string, change func(data []byte) []byte) string {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, change(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}
