//go:build heavy

package android

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// limit is the time limit of an external program.
const limit = 10 * time.Minute

// must runs a program in a directory and returns its output. The test fails if the program does.
func must(t *testing.T, dir string, env []string, line ...string) string {
	t.Helper()
	if _, err := exec.LookPath(line[0]); err != nil {
		t.Fatalf("%s is missing: make deps installs it", line[0])
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s\n(if something is not found: make deps)", strings.Join(line, " "), err, out)
	}
	return string(out)
}

// standIn creates a directory that looks like an NDK for Linux.
func standIn(t *testing.T) string { return testutil.MakeNDK(t) }

// runArm64 runs an arm64 layer with libraries that look like those of Android 14.
func runArm64(t *testing.T, root, layer string) string {
	t.Helper()
	dir := t.TempDir()
	host := filepath.Join(dir, "host")
	must(t, "../internal/testutil/testdata/standin", nil, "aarch64-linux-gnu-gcc", "-Wall", "-Wextra", "-Werror", "-o", host, "host.c", "-ldl")
	must(t, "../internal/testutil/testdata/standin", nil, "aarch64-linux-gnu-gcc", "-shared", "-fPIC", "-Wl,-soname,libc.so", "-o", filepath.Join(dir, "libc.so"), "libc.c")
	if err := os.Symlink(testutil.NDKLiblog(root, "arm64-v8a"), filepath.Join(dir, "liblog.so")); err != nil {
		t.Fatal(err)
	}
	return must(t, dir, nil, "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", "LD_LIBRARY_PATH="+dir, host, layer)
}
