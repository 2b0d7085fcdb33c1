//go:build linux && heavy

package loader_test

import "testing"

// Our C is clean to both compilers, and every case comes out as on Android whichever built it.
func TestCompilers(t *testing.T) {
	for _, cc := range []string{"gcc", "clang"} {
		t.Run(cc, func(t *testing.T) {
			for name, err := range playAll(setStage(t, cc), "") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
