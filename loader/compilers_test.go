//go:build linux

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

// So it does on the other kind of machine, over the fake driver: there is no real one to be had under an emulator.
func TestArm64(t *testing.T) {
	tool(t, "qemu-aarch64")
	s := setStage(t, "aarch64-linux-gnu-gcc", "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
	for name, err := range playAll(s, "") {
		t.Errorf("%s: %v", name, err)
	}
}
