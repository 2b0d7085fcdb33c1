//go:build heavy && linux

package driver

import (
	"os/exec"
	"testing"
)

// Both compilers compile the probe without warnings, and the programs print the same.
func TestCompilersOfTheProbe(t *testing.T) {
	mesa(t)
	for _, compiler := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(compiler); err != nil {
			t.Fatalf("%s is missing: make deps installs it", compiler)
		}
		program, err := compile(t.Context(), cacheOfTests(), []string{compiler}, "-Werror")
		if err != nil {
			t.Fatal(err)
		}
		if s := runHost(t.Context(), program, tasks("", 0)); s.last("egl", "version") != "1.5" || s.last("yuv:RGBA", "sampled") != "yes" {
			t.Errorf("%s: %v", compiler, s)
		}
	}
}
