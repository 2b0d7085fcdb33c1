//go:build linux

package testhost

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Our C is clean to both compilers, and formatted.
func TestCompilers(t *testing.T) {
	for _, cc := range []string{"gcc", "clang"} {
		t.Run(cc, func(t *testing.T) {
			newFake(t, cc)
			layer := compileLayer(t, cc, "layer.c", "A")
			runApp(t, []string{layer}, "--ext")
			out := filepath.Join(t.TempDir(), "app.o")
			mustRun(t, exec.Command(cc, "-std=c11", "-O2", "-pedantic", "-Wall", "-Wextra", "-Werror", "-c", "-o", out,
				"../../examples/app/app.c"))
		})
	}
}

func TestFormat(t *testing.T) {
	tool(t, "clang-format")
	for _, pattern := range []string{"host/*.[ch]", "testdata/*.c", "../../examples/app/*.[ch]"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		mustRun(t, exec.Command("clang-format", append([]string{"--dry-run", "-Werror"}, files...)...))
	}
}
