// Package ndk creates stand-ins for the Android NDK from Debian's clang and cross compilers. The libraries they build are
// not for real devices: the structures of another C library get compiled in. Only tests import it.
package ndk

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// Machine is an ABI, and what the NDK and Debian call it.
type Machine struct {
	ABI    string
	Clang  string // prefix of the NDK's compilers
	Triple string
}

// Machines are all there are.
var Machines = []Machine{
	{"arm64-v8a", "aarch64-linux-android", "aarch64-linux-gnu"},
	{"armeabi-v7a", "armv7a-linux-androideabi", "arm-linux-gnueabihf"},
	{"x86_64", "x86_64-linux-android", "x86_64-linux-gnu"},
	{"x86", "i686-linux-android", "i686-linux-gnu"},
}

// API is the level that the compilers are for.
const API = 29

// Source is the folder of what stands in for Android's libraries.
func Source() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "testdata", "standin")
}

// wrapper is a compiler. Debian's clang and C library do the work; what Android has beside them stands in the sysroot.
const wrapper = `#!/bin/sh
case $1 in -dumpmachine) echo %[4]s; exit ;; esac
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

// Make makes a folder that looks like an NDK for Linux, of which builds for all ABIs or for some.
func Make(t testing.TB, abis ...string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "an NDK, 27")
	Write(t, filepath.Join(root, "build", "cmake", "android.toolchain.cmake"), toolchain, 0o644)
	header, err := os.ReadFile(filepath.Join(Source(), "android", "log.h"))
	if err != nil {
		t.Fatal(err)
	}
	Write(t, filepath.Join(host(root), "sysroot", "include", "android", "log.h"), string(header), 0o644)
	for _, m := range Machines {
		if len(abis) == 0 || slices.Contains(abis, m.ABI) {
			m.add(t, root)
		}
	}
	return root
}

func host(root string) string {
	return filepath.Join(root, "toolchains", "llvm", "prebuilt", "linux-x86_64")
}

// Liblog is the library that stands in for Android's log.
func Liblog(root, abi string) string { return filepath.Join(host(root), "sysroot", abi, "liblog.so") }

// add adds the compilers for an ABI, and its libraries.
func (m Machine) add(t testing.TB, root string) {
	t.Helper()
	if m.Triple != "x86_64-linux-gnu" {
		run(t, m.Triple+"-gcc", "--version") // its libraries come with it
	}
	cc := filepath.Join(host(root), "bin", fmt.Sprintf("%s%d-clang", m.Clang, API))
	lib := Liblog(root, m.ABI)
	says := fmt.Sprintf("%s%d", m.Clang, API)
	Write(t, cc, fmt.Sprintf(wrapper, m.Triple, m.ABI, "clang", says), 0o755)
	Write(t, cc+"++", fmt.Sprintf(wrapper, m.Triple, m.ABI, "clang++", says), 0o755)
	Write(t, filepath.Join(filepath.Dir(lib), "README"), "", 0o644)
	run(t, cc, "-shared", "-fPIC", "-Wl,-soname,liblog.so", "-o", lib, filepath.Join(Source(), "log.c"))
}

// Write writes a file, and makes the folders above it.
func Write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func run(t testing.TB, line ...string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	if out, err := exec.CommandContext(ctx, line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s\n(if something is not found: make deps)", line[0], err, out)
	}
}
