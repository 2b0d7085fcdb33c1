package testutil

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

// ndkMachine is an ABI with its names in the NDK and in Debian.
type ndkMachine struct {
	ABI    string
	Clang  string // prefix of the NDK's compilers
	Triple string
}

// ndkMachines lists all ABIs.
var ndkMachines = []ndkMachine{
	{"arm64-v8a", "aarch64-linux-android", "aarch64-linux-gnu"},
	{"armeabi-v7a", "armv7a-linux-androideabi", "arm-linux-gnueabihf"},
	{"x86_64", "x86_64-linux-android", "x86_64-linux-gnu"},
	{"x86", "i686-linux-android", "i686-linux-gnu"},
}

// ndkAPI is the API level of the compilers.
const ndkAPI = 29

// NDKSource returns the directory with the sources of the stand-ins for Android's libraries.
func NDKSource() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "testdata", "standin")
}

// ndkWrapper is a compiler that calls Debian's clang with its C library. The sysroot has the additional headers and libraries of Android.
const ndkWrapper = `#!/bin/sh
case $1 in -dumpmachine) echo %[4]s; exit ;; esac
sysroot=$(dirname "$0")/../sysroot
exec %[3]s --target=%[1]s -fuse-ld=lld -Wno-unused-command-line-argument -isystem "$sysroot/include" "$@" -L"$sysroot/%[2]s"
`

// ndkToolchain is the toolchain file for CMake. Projects must choose ANDROID_STL: none, or the C++ library that becomes part of the layer.
const ndkToolchain = `set(CMAKE_SYSTEM_NAME Linux)
set(ANDROID TRUE)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ANDROID_ABI ANDROID_PLATFORM ANDROID_STL)
if(NOT ANDROID_STL MATCHES "^(c[+][+]_static|none)$")
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

// MakeNDK creates a stand-in for the Android NDK on Linux from Debian's clang and cross compilers, for all ABIs or for some, and
// returns its root. Its libraries do not work on real devices: they are compiled for another C library.
func MakeNDK(t testing.TB, abis ...string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "an NDK, 27")
	WriteFile(t, filepath.Join(root, "build", "cmake", "android.toolchain.cmake"), ndkToolchain, 0o644)
	header, err := os.ReadFile(filepath.Join(NDKSource(), "android", "log.h"))
	if err != nil {
		t.Fatal(err)
	}
	WriteFile(t, filepath.Join(ndkHost(root), "sysroot", "include", "android", "log.h"), string(header), 0o644)
	for _, m := range ndkMachines {
		if len(abis) == 0 || slices.Contains(abis, m.ABI) {
			m.add(t, root)
		}
	}
	return root
}

func ndkHost(root string) string {
	return filepath.Join(root, "toolchains", "llvm", "prebuilt", "linux-x86_64")
}

// NDKLiblog returns the path of the stand-in for Android's log library.
func NDKLiblog(root, abi string) string {
	return filepath.Join(ndkHost(root), "sysroot", abi, "liblog.so")
}

// add adds the compilers for an ABI, and its libraries.
func (m ndkMachine) add(t testing.TB, root string) {
	t.Helper()
	if m.Triple != "x86_64-linux-gnu" {
		runCommand(t, m.Triple+"-gcc", "--version") // its package also installs the libraries
	}
	cc := filepath.Join(ndkHost(root), "bin", fmt.Sprintf("%s%d-clang", m.Clang, ndkAPI))
	lib := NDKLiblog(root, m.ABI)
	says := fmt.Sprintf("%s%d", m.Clang, ndkAPI)
	WriteFile(t, cc, fmt.Sprintf(ndkWrapper, m.Triple, m.ABI, "clang", says), 0o755)
	WriteFile(t, cc+"++", fmt.Sprintf(ndkWrapper, m.Triple, m.ABI, "clang++", says), 0o755)
	WriteFile(t, filepath.Join(filepath.Dir(lib), "README"), "", 0o644)
	runCommand(t, cc, "-shared", "-fPIC", "-Wl,-soname,liblog.so", "-o", lib, filepath.Join(NDKSource(), "log.c"))
}

// WriteFile writes a file with a mode and creates its directory.
func WriteFile(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func runCommand(t testing.TB, line ...string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	if out, err := exec.CommandContext(ctx, line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s\n(if a program is not found, run: make deps)", line[0], err, out)
	}
}
