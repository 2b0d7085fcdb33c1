//go:build linux

package testhost

import "testing"

// The other kind of machine, with a fake driver: there is no real one to be had under an emulator.
func TestArm64(t *testing.T) {
	tool(t, "qemu-aarch64")
	checkLookup(t, newFake(t, "aarch64-linux-gnu-gcc"), []string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"})
}
