package golden

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Every project builds, passes the checks of its language and its own tests. Each layer lets the app draw.
func TestBuildAndRun(t *testing.T) {
	list := slices.DeleteFunc(cases(), kase.slow)
	if heavy {
		list = testutil.Shard(t, cases(), 6)
	}
	for _, k := range list {
		t.Run(k.name, func(t *testing.T) {
			dir := k.write(t)
			own[k.request.Config.Template](t, dir)
			if k.request.Config.Template == "replay" {
				return // a program, not a layer; it runs in trace/replay/player
			}
			lib := buildLayer(t, dir)
			testutil.CheckLayer(t, testutil.OpenLayer(t, lib), "gleslayer")
			run(t, []string{lib}, nil)
		})
	}
}

// own runs the checks of the language and the project's own tests, by pack.
var own = map[string]func(t *testing.T, dir string){
	"go": func(t *testing.T, dir string) {
		t.Helper()
		if out := command(t, dir, "gofmt", "-l", "."); out != "" {
			t.Errorf("not in gofmt's form:\n%s", out)
		}
		vetAndTest(t, dir, "./...")
		if heavy {
			command(t, dir, "go", "vet", "./...") // as the author does
		}
	},
	"trace":  testRecorder,
	"replay": testRecorder,
	"c": func(t *testing.T, dir string) {
		t.Helper()
		testC(t, dir)
	},
	"cpp": func(t *testing.T, dir string) {
		t.Helper()
		strict := []string{"CFLAGS=-Wall -Wextra -Werror", "CXXFLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Werror"}
		command(t, dir, "env", append(strict, "CC=gcc", "CXX=g++", "make", "test")...)
		if heavy {
			testCMake(t, dir, append(strict, "CC=clang", "CXX=clang++")...)
		}
	},
}

// testRecorder builds a project with a recorder by each compiler, and runs its tests.
func testRecorder(t *testing.T, dir string) {
	t.Helper()
	for _, cc := range compilers {
		command(t, dir, "make", "test", "CC="+cc, "CFLAGS=-O1 -g -Werror", "BUILD="+t.TempDir())
	}
}

// testC builds a project in C with make and with CMake, by each compiler, and runs its tests.
func testC(t *testing.T, dir string) {
	t.Helper()
	for _, cc := range []string{"gcc", "clang"} {
		build := t.TempDir()
		command(t, dir, "make", "layer", "test", "CC="+cc, "CFLAGS=-O2 -g -Wshadow -Werror", "BUILD="+build)
		testutil.CheckLayer(t, testutil.OpenLayer(t, filepath.Join(build, "libgleslayer.so")), "gleslayer")
	}
	testCMake(t, dir, "CC=gcc", "CFLAGS=-Werror")
	if heavy {
		testCMake(t, dir, "CC=clang", "CFLAGS=-Werror")
	}
}

// testCMake builds the project by CMake alone and runs its tests.
func testCMake(t *testing.T, dir string, env ...string) {
	t.Helper()
	tree := filepath.Join(t.TempDir(), "build")
	command(t, dir, "env", append(env, "cmake", "-S", ".", "-B", tree)...)
	command(t, dir, "cmake", "--build", tree, "--parallel", "2")
	command(t, dir, "ctest", "--test-dir", tree, "--output-on-failure", "--no-tests=error")
}

// make builds the layer of each built-in pack without gleslayergen, in a directory whose path has blanks. Such a layer has the
// same exports as one that gleslayergen builds.
func TestMakeAlone(t *testing.T) {
	for name, k := range map[string]struct{ template, hooks string }{"go": {"go", "go"}, "c hooks": {"go", "c"}, "c": {"c", "c"}, "cpp": {"cpp", "c"}} {
		if name == "cpp" && !heavy {
			continue
		}
		t.Run(name, func(t *testing.T) {
			q := testproject.Request("active", k.hooks, []string{"glClear"})
			q.Config.Template = k.template
			dir := testproject.Create(t, registry.Builtin(), q, "a b")
			command(t, dir, "env", "GLESLAYERGEN=false", "make")
			testutil.CheckLayer(t, testutil.OpenLayer(t, filepath.Join(dir, "build", "host", "libgleslayer.so")), "gleslayer")
		})
	}
}
