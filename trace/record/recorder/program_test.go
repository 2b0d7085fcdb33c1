//go:build linux

package recorder_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// The tests compile the recorder's C alone, with a program that calls its own hooks. The C files are those of
// the template pack; testdata/ring has the program, and replaces the other parts of a layer.
var (
	templateDir = filepath.Join("..", "..", "..", "templates")
	coreParts   = []string{"readable.h", "readable.c", "space.h"}
	parts       = []string{"trace.h", "recorder.h", "hash.h", "ring.c", "gather.c", "threads.c", "clock.c", "chunk.c", "pack.c", "read.c", "payload.c", "memory.c", "budget.c", "sink.c",
		"options.c", "files.c", "counts.c", "folder.c", "link.c", "stream.c", "drain.c"}
	scratch string // directory for compiled programs
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "recorder-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// copyRecorder copies the recorder's files into the layout of a layer.
func copyRecorder(dir string) error {
	return errors.Join(
		copyParts(filepath.Join(dir, "core"), filepath.Join(templateDir, "core"), coreParts),
		copyParts(filepath.Join(dir, "trace"), filepath.Join(templateDir, "trace", "trace"), parts))
}

func copyParts(dir, from string, parts []string) error {
	for _, part := range parts {
		name := "zz_generated_" + part
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

var built sync.Map // flags to func() (string, error)

// program returns the path of the program, compiled with additional flags.
func program(t testing.TB, compiler ...string) string {
	t.Helper()
	if len(compiler) == 0 {
		compiler = []string{"gcc"}
	}
	mustHave(t, compiler[0])
	once, _ := built.LoadOrStore(strings.Join(compiler, " "), sync.OnceValues(func() (string, error) { return build(compiler) }))
	path, err := once.(func() (string, error))()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func build(compiler []string) (string, error) {
	dir, err := os.MkdirTemp(scratch, "")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "program"), compile(dir, compiler, "-O2", "-g", "-pthread", "-o", "program")
}

// compile copies the program's sources to a directory and runs the compiler.
func compile(dir string, compiler []string, flags ...string) error {
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "ring"))); err != nil {
		return err
	}
	if err := copyRecorder(dir); err != nil {
		return err
	}
	sources, err := fs.Glob(os.DirFS(dir), "*.c")
	generated, err2 := fs.Glob(os.DirFS(dir), "*/zz_generated_*.c")
	if err = errors.Join(err, err2); err != nil {
		return err
	}
	clean := []string{"-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-I."}
	args := slices.Concat(compiler[1:], clean, flags, sources, generated)
	return cbuild.Compile(context.Background(), compiler[:1], dir, "the program", args...)
}

// Both compilers accept the C without warnings, for each architecture.
func TestCompilers(t *testing.T) {
	for _, compiler := range []string{"clang", "aarch64-linux-gnu-gcc", "arm-linux-gnueabihf-gcc", "i686-linux-gnu-gcc"} {
		t.Run(compiler, func(t *testing.T) {
			mustHave(t, compiler)
			if err := compile(t.TempDir(), []string{compiler}, "-fsyntax-only"); err != nil {
				t.Error(err)
			}
		})
	}
}

// mustHave fails the test, instead of skipping it, if a program is missing.
func mustHave(t testing.TB, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Fatalf("%s is not installed: run make deps", tool)
	}
}

// limit is the timeout of a program, for a busy machine.
const limit = 10 * time.Minute

// command returns the program with settings and its own home directory. It is killed at the end of the test.
func command(t testing.TB, path string, settings []string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))
	cmd.Env = append(cmd.Env, settings...)
	cmd.WaitDelay = time.Second
	return cmd
}

// play runs the program with a file and opens the recording.
func play(t testing.TB, settings []string, args ...string) *file.File {
	t.Helper()
	return playWith(t, program(t), settings, args...)
}

func playWith(t testing.TB, path string, settings []string, args ...string) *file.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.gltrace")
	cmd := command(t, path, append(settings, "GLTRACE_FILE="+name), args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return open(t, name)
}

func open(t testing.TB, name string) *file.File {
	t.Helper()
	f, err := file.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// all returns the calls of a recording in order.
func all(t testing.TB, f *file.File) []*file.Call {
	t.Helper()
	var calls []*file.Call
	for call, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, call)
	}
	return calls
}

// checkEnd checks that a recording is complete, and the reason of its End.
func checkEnd(t testing.TB, f *file.File, reason string) {
	t.Helper()
	end, totals := f.End(), f.Totals()
	if end == nil || end.Reason != reason || f.Cut() != 0 || totals.Damaged != 0 {
		t.Fatalf("the recording ends with %v, %d bytes are truncated, %d chunks are damaged", end, f.Cut(), totals.Damaged)
	}
	if end.Calls != uint64(f.Len()) {
		t.Errorf("End says %d calls, there are %d", end.Calls, f.Len())
	}
}
