package calls

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
)

// ringHeader is what testdata/ring.c replaces of the recorder.
const ringHeader = `#include "zz_generated_recorder.h"`

// layer is a recorder project in a directory.
type layer struct{ dir string }

// rendered returns the files of a recorder of the functions that the patterns match.
func rendered(t *testing.T, patterns []string) []gen.File {
	t.Helper()
	pack, err := pack.Open("trace")
	if err != nil {
		t.Fatal(err)
	}
	in := gen.Input{Name: "gltrace", Module: "example.com/gltrace", Active: true, Scope: registry.FullScope()}
	for _, pattern := range patterns {
		in.Rules = append(in.Rules, gen.ParseRules(pattern, gen.HookRecord)...)
	}
	p, err := gen.New(registry.Builtin(), in)
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Render(p, pack)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func write(t *testing.T, patterns []string) layer {
	t.Helper()
	l := layer{t.TempDir()}
	for _, f := range rendered(t, patterns) {
		path := filepath.Join(l.dir, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

var recordCall = regexp.MustCompile(`\brecord_(\w+)\(`)

// commandsOfTests returns the commands that testdata calls, to compile only these.
func commandsOfTests(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, path := range testSources(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range recordCall.FindAllStringSubmatch(string(text), -1) {
			names = append(names, call[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func testSources(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.c"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	return paths
}

// sources returns the C files of the layer and its tests.
func (l layer) sources(t *testing.T) []string {
	t.Helper()
	paths := testSources(t)
	for _, glob := range []string{"core/*.c", "trace/*.c", "test/zz_generated_fakedriver.c"} {
		list, err := filepath.Glob(filepath.Join(l.dir, filepath.FromSlash(glob)))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, list...)
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), ringHeader)
	})
}

// build compiles several files in parallel and returns the path of the program, which finds a replacement of Android's library.
func (l layer) build(t *testing.T, cc string, flags ...string) string {
	t.Helper()
	flags = append([]string{"-std=gnu11", "-pthread", "-Wall", "-Wextra", "-Werror", "-Itestdata",
		"-I" + filepath.Join(l.dir, "core"), "-I" + filepath.Join(l.dir, "trace"), "-I" + filepath.Join(l.dir, "test")}, flags...)
	out := t.TempDir()
	objects := compile(t, cc, out, flags, l.sources(t))
	program := filepath.Join(out, "calls")
	run(t, cc, []string{"-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", filepath.Join(out, "libnativewindow.so"),
		"testdata/android/nativewindow.c"})
	// As an RPATH, the directory also applies to the dlopen of sanitizers.
	run(t, cc, slices.Concat(flags, objects, []string{"-o", program, "-ldl", "-Wl,--disable-new-dtags,-rpath," + out}))
	return program
}

func compile(t *testing.T, cc, out string, flags, sources []string) []string {
	t.Helper()
	objects := make([]string, len(sources))
	var wg sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, source := range sources {
		objects[i] = filepath.Join(out, strings.TrimSuffix(filepath.Base(source), ".c")+".o")
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			run(t, cc, slices.Concat(flags, []string{"-c", source, "-o", objects[i]}))
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return objects
}

func run(t *testing.T, cc string, args []string) {
	t.Helper()
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Errorf("%s %s: %v (a missing program: make deps)\n%s", cc, strings.Join(args, " "), err, out)
	}
}
