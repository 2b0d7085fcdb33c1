package golden

import (
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Every project builds, passes the checks of its language and its own tests, and lets the app draw.
func TestBuildAndRun(t *testing.T) {
	for _, k := range cases() {
		if k.slow() && !heavy {
			continue // covered by the heavy tests
		}
		t.Run(k.name, func(t *testing.T) {
			dir := k.write(t)
			own[k.request.Config.Template](t, dir)
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
	"trace": func(t *testing.T, dir string) {
		t.Helper()
		for _, cc := range compilers {
			command(t, dir, "make", "test", "CC="+cc, "CFLAGS=-O1 -g -Werror", "BUILD="+t.TempDir())
		}
	},
	"cpp": func(t *testing.T, dir string) {
		t.Helper()
		strict := []string{"CFLAGS=-Wall -Wextra -Werror", "CXXFLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Werror"}
		command(t, dir, "env", append(strict, "CC=gcc", "CXX=g++", "make", "test")...)
		if heavy {
			testCPP(t, dir, append(strict, "CC=clang", "CXX=clang++")...)
		}
	},
}

// testCPP builds the project by CMake alone and runs its tests.
func testCPP(t *testing.T, dir string, env ...string) {
	t.Helper()
	tree := filepath.Join(t.TempDir(), "build")
	command(t, dir, "env", append(env, "cmake", "-S", ".", "-B", tree)...)
	command(t, dir, "cmake", "--build", tree, "--parallel", "2")
	command(t, dir, "ctest", "--test-dir", tree, "--output-on-failure", "--no-tests=error")
}
