package sysroot

import (
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

// cxxConfigFile has the flags for C++, toolchainFile is for CMake, and cxxDir has the headers of this package, which come before
// those of libc++.
const cxxConfigFile, toolchainFile, cxxDir = "clang++.cfg", "toolchain.cmake", "usr/include/c++"

// cxxFlags are the flags for C++ other than paths. Layers have no library for exceptions and type information.
var cxxFlags = []string{"-fno-exceptions", "-fno-rtti"}

// Libcxx returns the directory with the headers of libc++ that belong to clang, or "".
func (c *Clang) Libcxx() string {
	dir := filepath.Join(c.prefix, "include", "c++", "v1")
	if _, err := os.Stat(filepath.Join(dir, versionHeader)); err != nil {
		return ""
	}
	return dir
}

// versionHeader is the header with the version.
const versionHeader = "__config"

// A substitute is a list of headers that need the compiled library, with what layers can use instead.
type substitute struct {
	headers []string
	advice  string
}

//go:embed cxx/headers.tsv
var missingHeaders string

// substitutes returns the headers that need the compiled library.
func substitutes() []substitute {
	return table.Must("headers.tsv", missingHeaders, 2, table.Row(func(row []string) substitute {
		return substitute{headers: strings.Fields(row[0]), advice: row[1]}
	}))
}

// refusal returns the text of a header that layers cannot use: compilation ends with a message.
func refusal(header, advice string) string {
	return fmt.Sprintf(`#pragma clang diagnostic fatal "-W#warnings"
#warning "<%s> needs the compiled C++ library of the Android NDK: install the NDK, or use %s"
`, header, advice)
}

// cxxSources returns the headers and the runtime for C++.
func cxxSources() (all []source) {
	eachFile("cxx/include", func(name, text string) { all = append(all, source{path.Join(cxxDir, name), text}) })
	for _, s := range substitutes() {
		for _, header := range s.headers {
			all = append(all, source{path.Join(cxxDir, header), refusal(header, s.advice)})
		}
	}
	for _, name := range []string{"abi.cc", "library.cc"} {
		text, _ := embedded.ReadFile("cxx/" + name) // never fails: the file is embedded
		all = append(all, source{path.Join(libDir, name), string(text)})
	}
	return all
}

// cxxConfig returns the flags for C++ with the headers, for a sysroot in dir.
func (c *Clang) cxxConfig(dir string) []string {
	return append([]string{"-stdlib++-isystem", filepath.Join(dir, filepath.FromSlash(cxxDir)), "-stdlib++-isystem", c.Libcxx()}, cxxFlags...)
}

// cmakeSystem is the start of a toolchain file. CMake's own support for Android needs the NDK.
const cmakeSystem = `set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR %s)
set(ANDROID TRUE)
set(ANDROID_ABI %s)
set(CMAKE_HAVE_LIBC_PTHREAD TRUE)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
`

// toolchain returns the toolchain file for CMake, for a sysroot in dir.
func (c *Clang) toolchain(abi android.ABI, dir string) string {
	processor, _, _ := strings.Cut(abi.Clang, "-")
	text := fmt.Sprintf(cmakeSystem, processor, abi.Name) + fmt.Sprintf("set(CMAKE_FIND_ROOT_PATH [==[%s]==])\n", filepath.ToSlash(dir))
	for _, language := range [][2]string{{"C", configFile}, {"CXX", cxxConfigFile}} {
		text += fmt.Sprintf("set(CMAKE_%s_COMPILER [==[%s]==])\n", language[0], filepath.ToSlash(c.Path)) +
			fmt.Sprintf("set(CMAKE_%s_FLAGS_INIT [==[--config \"%s\" %s]==])\n", language[0], filepath.ToSlash(filepath.Join(dir, language[1])), unusedFlags)
	}
	return text
}
