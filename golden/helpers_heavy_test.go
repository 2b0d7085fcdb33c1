//go:build heavy

package golden

import "testing"

// The helpers follow the rules of cgo: with this experiment, Go checks each pointer that it writes into C
// memory.
func TestHelpersUnderCgocheck2(t *testing.T) {
	dir := helpers(t)
	command(t, dir, "env", "GOEXPERIMENT=cgocheck2", "go", "test", "-count=1", ".", "./gles")
}

// On 32-bit targets a number of elements may exceed the address space, and a 64-bit count has its own rules. qemu-i386 loses the
// thread of Go in a signal handler, so Go must send itself no signals.
func TestHelpersOn32Bits(t *testing.T) {
	dir := helpers(t)
	for arch, with := range map[string]struct{ cc, exec string }{
		"386": {"i686-linux-gnu-gcc", "qemu-i386 -L /usr/i686-linux-gnu"},
		"arm": {"arm-linux-gnueabihf-gcc", "qemu-arm -L /usr/arm-linux-gnueabihf"},
	} {
		command(t, dir, "env", "GOARCH="+arch, "CGO_ENABLED=1", "CC="+with.cc, "GODEBUG=asyncpreemptoff=1", "go", "test", "-count=1", "-exec", with.exec, ".", "./gles")
	}
}
