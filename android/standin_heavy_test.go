//go:build heavy

package android

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// limit is for one external program.
const limit = 3 * time.Minute

// must runs a program in a folder and gives its output; it fails the test if the program does.
func must(t *testing.T, dir string, env []string, line ...string) string {
	t.Helper()
	if _, err := exec.LookPath(line[0]); err != nil {
		t.Fatalf("%s is missing: make deps installs it", line[0])
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s\n(if something is not found: make deps)", strings.Join(line, " "), err, out)
	}
	return string(out)
}

// triples are what Debian's cross compilers call the ABIs.
var triples = map[string]string{"arm64-v8a": "aarch64-linux-gnu", "armeabi-v7a": "arm-linux-gnueabihf",
	"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu"}

// wrapper is a compiler of the stand-in. Debian's clang and C library do the work; what Android has beside them
// stands in the sysroot. Not for real devices: the structures of another C library get compiled in.
const wrapper = `#!/bin/sh
sysroot=$(dirname "$0")/../sysroot
exec %[3]s --target=%[1]s -fuse-ld=lld -Wno-unused-command-line-argument -isystem "$sysroot/include" "$@" -L"$sysroot/%[2]s"
`

// toolchain is the file of the NDK that CMake reads. It takes what an NDK's takes, and fails without.
const toolchain = `set(CMAKE_SYSTEM_NAME Linux)
set(ANDROID TRUE)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ANDROID_ABI ANDROID_PLATFORM ANDROID_STL)
if(NOT ANDROID_STL STREQUAL c++_static)
    message(FATAL_ERROR "ANDROID_STL is ${ANDROID_STL}")
endif()
set(prefix_arm64-v8a aarch64-linux-android)
set(prefix_x86_64 x86_64-linux-android)
string(REPLACE android- "" api ${ANDROID_PLATFORM})
set(bin ${CMAKE_CURRENT_LIST_DIR}/../../toolchains/llvm/prebuilt/linux-x86_64/bin)
set(CMAKE_C_COMPILER ${bin}/${prefix_${ANDROID_ABI}}${api}-clang)
set(CMAKE_CXX_COMPILER ${CMAKE_C_COMPILER}++)
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static-libstdc++ -static-libgcc")
`

// standIn makes a folder that looks like an NDK for Linux.
func standIn(t *testing.T) string {
	t.Helper()
	for _, triple := range triples {
		if triple != "x86_64-linux-gnu" {
			must(t, "", nil, triple+"-gcc", "--version") // its libraries come with it
		}
	}
	source, err := filepath.Abs("testdata/standin")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(t.TempDir(), "an NDK, 27")
	host := filepath.Join(root, "toolchains", "llvm", "prebuilt", "linux-x86_64")
	header, err := os.ReadFile(filepath.Join(source, "android", "log.h"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "build", "cmake", "android.toolchain.cmake"), toolchain, 0o644)
	write(t, filepath.Join(host, "sysroot", "include", "android", "log.h"), string(header), 0o644)
	for _, a := range ABIs() {
		cc := filepath.Join(host, "bin", a.Clang+"29-clang")
		lib := filepath.Join(host, "sysroot", a.Name, "liblog.so")
		write(t, cc, fmt.Sprintf(wrapper, triples[a.Name], a.Name, "clang"), 0o755)
		write(t, cc+"++", fmt.Sprintf(wrapper, triples[a.Name], a.Name, "clang++"), 0o755)
		write(t, filepath.Join(filepath.Dir(lib), "README"), "", 0o644)
		must(t, "", nil, cc, "-shared", "-fPIC", "-Wl,-soname,liblog.so", "-o", lib, filepath.Join(source, "log.c"))
	}
	return root
}

// runArm64 runs a layer for arm64 with libraries that look like those of Android 14.
func runArm64(t *testing.T, ndk, layer string) string {
	t.Helper()
	dir := t.TempDir()
	host := filepath.Join(dir, "host")
	must(t, "testdata/standin", nil, "aarch64-linux-gnu-gcc", "-Wall", "-Wextra", "-Werror", "-o", host, "host.c", "-ldl")
	must(t, "testdata/standin", nil, "aarch64-linux-gnu-gcc", "-shared", "-fPIC", "-Wl,-soname,libc.so", "-o", filepath.Join(dir, "libc.so"), "libc.c")
	liblog := filepath.Join(ndk, "toolchains", "llvm", "prebuilt", "linux-x86_64", "sysroot", "arm64-v8a", "liblog.so")
	if err := os.Symlink(liblog, filepath.Join(dir, "liblog.so")); err != nil {
		t.Fatal(err)
	}
	return must(t, dir, nil, "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", "LD_LIBRARY_PATH="+dir, host, layer)
}
