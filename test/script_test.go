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

	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// bin is the directory of the built program.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(buildAndRun(m))
}

// release has the build flags: releases are built without C. The heavy tests use them; the others use the
// packages that are already compiled for tests, because compiling all of them again takes longer than most
// tests.
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

// goCache returns the build cache of the go command, which cannot find it without a home directory.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestScripts runs testdata/script/<command>_<case>.txtar. Each script starts in an empty directory, without
// a home, and has the files of cmd/gleslayergen/testdata in $DATA, and examples in $EXAMPLES. To accept new output, run go test -update.
func TestScripts(t *testing.T) { scripts(t, "testdata/script") }

// scripts runs the scripts of a directory.
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
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "report": report, "recording": recording, "crumbs": writeCrumbs, "recorder": withRecorder, "registered": registered},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("GLESLAYERGEN", filepath.Join(bin, "gleslayergen"))
			env.Setenv("DATA", data)
			env.Setenv("EXAMPLES", filepath.Join(data, "..", "..", "..", "examples"))
			env.Setenv("GOCACHE", cache)
			env.Setenv("LOADER_CACHE", filepath.Join(bin, "cache")) // shared cache of "run", for the scripts that use it
			return nil
		},
	})
}

// exits is a script command: "exits CODE PROGRAM ARGS..." requires this exit code.
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

// report is a script command: "report SCHEMA" requires that the last output is a report with this schema.
func report(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: report SCHEMA")
	}
	ts.Check(reports.CheckSchema(args[0], ts.ReadFile("stdout")))
}
