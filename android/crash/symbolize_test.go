package crash

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

const layerC = `int depth;

static inline __attribute__((always_inline)) int inner(int n) {
    return n / depth;
}

int hook_glClear(int n) {
    return inner(n) + 1;
}
`

const hooksGo = `package main

var Sink []int

//go:noinline
func eglChooseConfig(n int) {
	Sink[n] = 1
}

func main() { eglChooseConfig(3) }
`

// build builds a C library and a Go library. The symbols of the first are in a separate file next to it, as
// `gleslayergen build` leaves them.
func build(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"layer.c": layerC, "hooks.go": hooksGo, ".debug/readme": ""})
	for _, args := range [][]string{
		{"gcc", "-shared", "-fPIC", "-g", "-O1", "-Wl,--build-id", "-o", "whole.so", "layer.c"},
		{"objcopy", "--only-keep-debug", "whole.so", ".debug/libc_layer.so"},
		{"objcopy", "--strip-all", "whole.so", "libc_layer.so"},
		{"go", "build", "-ldflags=-B 0x00c0ffee", "-o", "libgo_layer.so", "hooks.go"},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v (make deps installs what is missing)\n%s", args, err, out)
		}
	}
	return dir
}

var symbolLine = regexp.MustCompile(`(?m)^ *([0-9a-f]+) [Tt] (\S+)$`)

// addresses returns the addresses of functions.
func addresses(t *testing.T, dir string, nm ...string) map[string]string {
	t.Helper()
	cmd := exec.Command(nm[0], nm[1:]...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v (make deps installs what is missing)", nm, err)
	}
	at := map[string]string{}
	for _, m := range symbolLine.FindAllStringSubmatch(string(out), -1) {
		at[m[2]] = m[1]
	}
	return at
}

// The tombstone has an inlined C frame, a Go frame, a frame of an unknown library, and one of another build.
func TestSymbolize(t *testing.T) {
	dir := build(t)
	c, g := addresses(t, dir, "nm", "whole.so"), addresses(t, dir, "go", "tool", "nm", "libgo_layer.so")
	whole, _ := readSymbols(filepath.Join(dir, "whole.so"))
	if err := os.Remove(filepath.Join(dir, "whole.so")); err != nil {
		t.Fatal(err)
	}
	tombstone := fmt.Sprintf(`*** *** ***
signal 8 (SIGFPE), code 1 (FPE_INTDIV), fault addr 0x0
    x0  0000000000000000
backtrace:
      #00 pc %s  /data/data/g/libc_layer.so (hook_glClear+0) (BuildId: %s)
      #01 pc %s  /data/data/g/libgo_layer.so (BuildId: 00c0ffee)
      #02 pc 0000000000000010  /data/data/g/libother.so (BuildId: abcd)
      #03 pc %s  /data/data/g/libc_layer.so (BuildId: 0123)
`, c["hook_glClear"], whole.id, g["main.eglChooseConfig"], c["hook_glClear"])
	s, err := FindSymbols([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, z := range symbolizers(t) {
		t.Run(filepath.Base(z.Program), func(t *testing.T) {
			r, err := Read(t.Context(), strings.NewReader(tombstone))
			if err != nil {
				t.Fatal(err)
			}
			missing, err := z.Fill(t.Context(), r, s)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(missing) != "[{libother.so abcd} {libc_layer.so 0123}]" {
				t.Errorf("missing: %v", missing)
			}
			f := r.Frames()
			if p := f[0].Places; len(p) == 0 || p[len(p)-1].Function != "hook_glClear" || !strings.HasSuffix(p[0].File, "/layer.c") || p[0].Line == 0 {
				t.Errorf("C: %+v", p)
			}
			if p := f[1].Places; len(p) != 1 || p[0].Function != "main.eglChooseConfig" || filepath.Base(p[0].File) != "hooks.go" || p[0].Line != 6 {
				t.Errorf("Go: %+v", p)
			}
			if len(f[2].Places)+len(f[3].Places) > 0 {
				t.Errorf("places from nowhere: %+v", f[2:])
			}
		})
	}
}

// symbolizers are the default one and GNU addr2line, which does not know Go's line numbers.
func symbolizers(t *testing.T) []*Symbolizer {
	t.Helper()
	z, err := FindSymbolizer(os.Getenv)
	if err != nil {
		t.Fatalf("%v (make deps installs what is missing)", err)
	}
	return []*Symbolizer{z}
}

func TestNoSymbolizer(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := FindSymbolizer(func(string) string { return "" })
	if err == nil || !strings.Contains(err.Error(), "llvm-symbolizer") {
		t.Errorf("%v", err)
	}
}

// TestByName: frames of older Android versions have no build ID. The library's name is enough if exactly one
// build has it.
func TestByName(t *testing.T) {
	s := &Symbols{map[string]known{"1": {path: "/x/liba.so", id: "1"}}, map[string][]known{
		"liba.so": {{path: "/x/liba.so", id: "1"}, {path: "/y/liba.so", id: "1"}}, "libb.so": {{id: "1"}, {id: "2"}}}}
	if path, found := s.For(Frame{Path: "/data/liba.so"}); !found || path != "/x/liba.so" {
		t.Error(path, found)
	}
	if _, found := s.For(Frame{Path: "/data/libb.so"}); found {
		t.Error("two builds have the name")
	}
}

// Output in another format than addr2line's gives no positions, and does not panic.
func TestFill(t *testing.T) {
	for out, want := range map[string]string{
		"0x10\nf\n/a b/c.c:3 (discriminator 2)\n0x20\n??\n??:0\n": "[f at /a b/c.c:3] []",
		"f\nc.c:3\n": "[] []", "0x10\nf": "[] []", "0x1\n0x2\n0x3\nf\nc.c:1\n": "[] []",
		"0x10\ng\nc.c:1\nf\nc.c:?\n\n0x20\n": "[g at c.c:1 f at c.c] []",
	} {
		frames := []*Frame{{}, {}}
		fill(frames, out)
		if got := fmt.Sprint(frames[0].Places, " ", frames[1].Places); strings.ReplaceAll(got, "  ", " ") != want {
			t.Errorf("%q: %s", out, got)
		}
	}
}
