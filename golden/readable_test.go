package golden

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestReadableTags: memory is readable through pointers with any tag in the top byte, on machines that ignore it.
func TestReadableTags(t *testing.T) {
	for _, m := range []struct{ name, compiler, emulator string }{{"this machine", "cc", ""}, {"arm64", "aarch64-linux-gnu-gcc", "qemu-aarch64"}} {
		t.Run(m.name, func(t *testing.T) {
			program := []string{filepath.Join(t.TempDir(), "tags")}
			args := []string{"-O1", "-Wall", "-Wextra", "-Werror", "-I", "../templates/core", "-o", program[0], "testdata/readable/tags.c", "../templates/core/zz_generated_readable.c"}
			if m.emulator != "" {
				args, program = append(args, "-static"), append([]string{m.emulator}, program...)
			}
			command(t, ".", m.compiler, args...)
			if out, err := exec.CommandContext(t.Context(), program[0], program[1:]...).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
