//go:build linux && heavy

package loader_test

import "testing"

// The loader's C compiles without warnings with both compilers, and every case has Android's result with
// either.
func TestHostByEachCompiler(t *testing.T) {
	for _, cc := range []string{"gcc", "clang"} {
		t.Run(cc, func(t *testing.T) {
			for name, err := range playAll(buildFixture(t, cc), "") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
