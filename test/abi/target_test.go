package abi

import (
	"os/exec"
	"testing"

	"github.com/gleslayergen/gleslayergen/project/build"
)

// target is a kind of processor, and how programs for it are made and run here.
type target struct {
	arch   string   // as GOARCH
	cc     string   // C compiler
	cflags []string // for programs of these tests; layers have their own
	env    []string // for the Go tool
	run    []string // in front of a program, if it does not run by itself
}

var amd64 = target{arch: "amd64", cc: "gcc"}

// Results and copies of floats go through SSE on 386 too, so that their bits can be compared. Some kernels do not run 32-bit
// programs, so qemu does; it loses the thread of Go in a signal handler, so Go must send itself no signals.
var i386 = target{arch: "386", cc: "i686-linux-gnu-gcc", cflags: []string{"-msse2", "-mfpmath=sse"},
	run: []string{"qemu-i386", "-E", "GODEBUG=asyncpreemptoff=1", "-L", "/usr/i686-linux-gnu"}}

var arm = target{arch: "arm", cc: "arm-linux-gnueabihf-gcc", env: []string{"GOARM=7"},
	run: []string{"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"}}

var arm64 = target{arch: "arm64", cc: "aarch64-linux-gnu-gcc", run: []string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"}}

// foreign are the targets that are not this machine's own.
var foreign = []target{i386, arm, arm64}

// need fails the test, unless the target's tools are there.
func (g target) need(t *testing.T) {
	t.Helper()
	needTool(t, g.cc)
	if len(g.run) > 0 {
		needTool(t, g.run[0])
	}
}

func needTool(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is missing: make deps installs it", name)
	}
}

// project is the target as build.Build knows it.
func (g target) project() build.Target {
	return build.Target{Name: g.arch, Env: append([]string{"GOOS=linux", "GOARCH=" + g.arch, "CC=" + g.cc}, g.env...)}
}

// command runs a program for the target and gives what it printed.
func (g target) command(t *testing.T, program string, args ...string) (string, error) {
	t.Helper()
	line := append(append([]string{}, g.run...), program)
	return run(t, "", append(line, args...)...)
}

// compile makes a program out of a C file.
func (g target) compile(t *testing.T, dir, source, program string, include ...string) {
	t.Helper()
	line := append([]string{g.cc, "-std=gnu11", "-O0", "-Wall", "-Werror"}, g.cflags...)
	for _, dir := range include {
		line = append(line, "-I", dir)
	}
	must(t, dir, append(line, "-o", program, source, "-ldl")...)
}
