package test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// bin is the folder of the built program.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(buildAndRun(m))
}

// release is how a release is built: without C. The heavy tests have such a program; the others have one of the packages that are
// compiled for tests anyway, as compiling all of them anew takes longer than most tests.
var release struct{ flags, env []string }

// buildAndRun builds the program.
func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gleslayergen-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	bin = dir
	build := exec.Command("go", append(append([]string{"build"}, release.flags...), "-ldflags=-X main.version=v0.0.0-test", "-o", dir, "./cmd/gleslayergen")...)
	build.Dir = ".."
	build.Env = append(os.Environ(), release.env...)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build ./cmd/gleslayergen: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// goCache is where the Go tool keeps what it has compiled: without a home it does not know.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestScripts runs testdata/script/<verb>_<case>.txtar. They begin in an empty folder, with no home, and have
// the files of cmd/gleslayergen/testdata in $DATA. After a wanted change of output: go test -update
func TestScripts(t *testing.T) { scripts(t, "testdata/script") }

// scripts runs those of a folder.
func scripts(t *testing.T, dir string) {
	t.Helper()
	data, err := filepath.Abs("../cmd/gleslayergen/testdata")
	if err != nil {
		t.Fatal(err)
	}
	cache := goCache(t)
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "recording": recording, "recorder": withRecorder, "registered": registered},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("GLESLAYERGEN", filepath.Join(bin, "gleslayergen"))
			env.Setenv("DATA", data)
			env.Setenv("GOCACHE", cache)
			env.Setenv("LOADER_CACHE", filepath.Join(bin, "cache")) // what run builds once, for the scripts that set it
			return nil
		},
	})
}

// exits is a verb of scripts: "exits CODE PROGRAM ARGS..." wants just this exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if exit, ok := err.(*exec.ExitError); ok {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}
