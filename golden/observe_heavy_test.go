//go:build heavy

package golden

import (
	"path/filepath"
	"strings"
	"testing"
)

// Threads that store calls and the one that reads them do not disturb each other, under each sanitizer.
func TestObserverRings(t *testing.T) {
	core := filepath.Join(layerCase(t, "observe").write(t), "core")
	sources, err := filepath.Glob(filepath.Join(core, "zz_generated_*.c"))
	if err != nil || len(sources) == 0 {
		t.Fatal(len(sources), err)
	}
	for name, flags := range sanitizerFlags {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "ring")
			args := append([]string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-pthread", "-I", core, "-o", program}, strings.Fields(flags)...)
			command(t, ".", "cc", append(append(args, "testdata/observe/ring.c"), append(sources, "-ldl")...)...)
			command(t, ".", program)
		})
	}
}
