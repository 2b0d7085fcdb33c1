//go:build linux

package live_test

import (
	"slices"
	"strings"
	"testing"
)

// Surfaces are described when they become current, and a window before the swap of the first frame with a new size.
func TestSurfaces(t *testing.T) {
	var got []string
	for _, line := range calls(t, play(t, buildFaultProgram(t), "surfaces")) {
		if name, _, _ := strings.Cut(line, "("); name == "eglMakeCurrent" || name == "eglSwapBuffers" {
			got = append(got, name)
		} else if name == "~gltrace.Surface" {
			got = append(got, line)
		}
	}
	want := []string{
		"eglMakeCurrent", "~gltrace.Surface(0x1 0x55 4 640 480 7 8 0 0 0 24 0 0 0 5 68)",
		"eglSwapBuffers",
		"~gltrace.Surface(0x1 0x55 4 800 480 7 8 0 0 0 24 0 0 0 5 68)", "eglSwapBuffers",
		"eglSwapBuffers",
		"eglMakeCurrent",
		"eglMakeCurrent", "~gltrace.Surface(0x1 0x66 1 16 8 7 8 0 0 0 24 0 0 0 5 68)",
		"eglSwapBuffers",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
