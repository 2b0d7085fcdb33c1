package check

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/elf"
)

// A correct layer has no findings, for each ABI and with each linker.
func TestGood(t *testing.T) {
	dir := t.TempDir()
	for abi, compiler := range compilers {
		path := build(t, compiler, filepath.Join(dir, abi, "libgood.so"), good)
		if found := checkFile(t, path, Options{}); len(found) > 0 {
			t.Errorf("%s: %v", abi, found)
		}
	}
	for _, cc := range [][]string{{"gcc"}, {"aarch64-linux-gnu-gcc"}} {
		if found := checkFile(t, build(t, cc, filepath.Join(dir, cc[0], "libgood.so"), good), Options{}); len(found) > 0 {
			t.Errorf("%s: %v", cc, found)
		}
	}
}

// broken are sources and flags that each break one rule.
var broken = map[string]struct {
	source, name string
	flags        []string
	what, remedy string
}{
	"entry-missing":  {source: "int nothing;\n", what: "does not define AndroidGLESLayer_Initialize or AndroidGLESLayer_GetProcAddress", remedy: "gleslayergen new"},
	"entry-misspelt": {source: strings.ReplaceAll(good, "GetProcAddress", "GetProcAddres"), what: "but AndroidGLESLayer_GetProcAddres", remedy: "did you mean AndroidGLESLayer_GetProcAddress?"},
	"entry-mangled":  {source: strings.ReplaceAll(good, "AndroidGLESLayer_", "_Z1AndroidGLESLayer_"), what: "only with the mangled name _Z1Android", remedy: `extern "C"`},
	"entry-hidden":   {source: strings.Replace(good, `("default")`, `("hidden")`, 1), what: "function AndroidGLESLayer_Initialize is defined but not exported", remedy: "visibility"},
	"exports-more":   {source: good + "EXPORT int more, other; int more, other;\n", what: "additional exported symbols (2): more, other", remedy: "version script"},
	"page-size":      {source: good, flags: []string{"-Wl,-z,max-page-size=4096"}, what: "4096 bytes; the minimum is 16384", remedy: "max-page-size=16384"},
	"text-relocations": {source: good + "__asm__(\".text\\n.quad AndroidGLESLayer_Initialize\\n\");\n", flags: []string{"-Wl,-z,notext"},
		what: "text relocations", remedy: "-fPIC"},
	"tls-model": {source: good + "static __thread int v __attribute__((tls_model(\"initial-exec\"))); EXPORT int *AndroidGLESLayer_Initialize2(void);\n" +
		"__attribute__((used)) static int *at(void) { return &v; }\n", what: "static TLS", remedy: "initial-exec"},
	"stack-executable":      {source: good, flags: []string{"-Wl,-z,execstack"}, what: "PT_GNU_STACK", remedy: "noexecstack"},
	"undefined-gl-unlinked": {source: good + "int glGetError(void); __attribute__((used)) static int f(void) { return glGetError(); }\n", what: "glGetError", remedy: "next function"},
	"soname-other":          {source: good, flags: []string{"-Wl,-soname,libother.so"}, what: "libother.so", remedy: "-soname"},
	"lib-name":              {source: good, name: "layer.so", what: `"layer.so"`, remedy: "lib<NAME>.so"},
	"system-name":           {source: good, name: "libEGL.so", what: "is that of a system library of Android", remedy: "rename the layer"},
	"name-colon":            {source: good, name: "liba:b.so", what: "colon", remedy: "without a colon"},
}

func TestBroken(t *testing.T) {
	for id, c := range broken {
		t.Run(id, func(t *testing.T) {
			if c.name == "" {
				c.name = "libbroken.so"
			}
			path := build(t, compilers["x86_64"], filepath.Join(t.TempDir(), c.name), c.source, c.flags...)
			one(t, checkFile(t, path, Options{}), id, c.what, c.remedy)
		})
	}
}

// one checks that exactly one rule is broken, with this text.
func one(t *testing.T, found []Finding, id, what, remedy string) {
	t.Helper()
	if got := ids(found); !slices.Equal(got, []string{id}) {
		t.Fatalf("%v, not %s alone", found, id)
	}
	f := found[0]
	if !strings.Contains(f.What, what) || !strings.Contains(f.Remedy, remedy) || f.Why == "" || f.Severity != ruleOf(id).Severity {
		t.Errorf("%+v", f)
	}
	if f.KeepsFromLoading() != ruleOf(id).Refused {
		t.Errorf("%s keeps from loading: %t", id, f.KeepsFromLoading())
	}
}

// Needed libraries are checked against the list of the API level.
func TestNeeded(t *testing.T) {
	for _, c := range []struct {
		lib     string
		api     int
		id, say string
	}{
		{"liblog.so", 0, "", ""},
		{"libnativehelper.so", 31, "", ""},
		{"libnativehelper.so", 30, "needed-newer", "which only devices with API level 31 or higher have; the layer is checked for API level 30"},
		{"libc++_shared.so", 0, "needed-cxx", "libc++_shared.so"},
		{"libbinder.so", 0, "needed-private", "libbinder.so"},
		{"libc.so.6", 0, "needed-host", "libc.so.6"},
		{"libEGL.so", 0, "undefined-gl", "eglGetError"},
	} {
		dir := t.TempDir()
		stub := build(t, compilers["x86_64"], filepath.Join(dir, c.lib), "__attribute__((visibility(\"default\"))) int eglGetError(void);\nint eglGetError(void) { return 0; }\n")
		source := good
		if c.lib == "libEGL.so" {
			source += "int eglGetError(void); __attribute__((used)) static int f(void) { return eglGetError(); }\n"
		}
		layer := build(t, compilers["x86_64"], filepath.Join(dir, "liblayer.so"), source, "-Wl,--no-as-needed", stub)
		found := checkFile(t, layer, Options{API: c.api})
		if c.id == "" && len(found) > 0 {
			t.Errorf("%s at %d: %v", c.lib, c.api, found)
		} else if c.id != "" {
			one(t, found, c.id, c.say, "")
		}
	}
}

// No compiler creates these files, so the test changes bytes of a correct one.
func TestChanged(t *testing.T) {
	dir := t.TempDir()
	whole := build(t, compilers["x86_64"], filepath.Join(dir, "whole", "libl.so"), good)
	at := filepath.Join(dir, "libl.so")
	for id, c := range map[string]struct {
		change func(b []byte) []byte
		what   string
	}{
		"damaged":          {func(b []byte) []byte { return b[:len(b)/2] }, "the file is truncated"},
		"abi-unknown":      {func(b []byte) []byte { b[18] = 8; return b }, "MIPS"},
		"sections-missing": {func(b []byte) []byte { copy(b[58:64], make([]byte, 6)); return b }, "section header table"},
		"program":          {func(b []byte) []byte { b[16] = 2; return b }, "an executable or an object file"},
		"segment-write-execute": {func(b []byte) []byte {
			return []byte(strings.Replace(string(b), "\x01\x00\x00\x00\x05\x00\x00\x00", "\x01\x00\x00\x00\x07\x00\x00\x00", 1))
		}, "writable and executable"},
		"soname-missing": {func(b []byte) []byte {
			return []byte(strings.Replace(string(b), "\x0e\x00\x00\x00\x00\x00\x00\x00", "\x15\x00\x00\x00\x00\x00\x00\x00", 1))
		}, "no soname"},
	} {
		changed(t, whole, at, c.change)
		one(t, checkFile(t, at, Options{}), id, c.what, "")
	}
	if found := checkFile(t, changed(t, whole, at, func([]byte) []byte { return []byte("#!/bin/sh\n") }), Options{}); ids(found)[0] != "damaged" {
		t.Error(found)
	}
}

// If read-only data ends within a 16 KiB page, variables in that page become read-only, too. 32-bit processes
// never have such pages.
func TestRelro(t *testing.T) {
	source := good + "int *at(void); static int data = 3; __attribute__((used)) int *at(void) { return &data; }\n"
	shorter := func(b []byte, size int) []byte { // the last program header says what is read-only
		for i := 0; i < len(b); i++ {
			if string(b[i:i+4]) == "\x52\xe5\x74\x64" {
				b[i+size], b[i+size+1] = 0x40, 0
				return b
			}
		}
		return nil
	}
	dir := t.TempDir()
	wide := build(t, []string{"gcc"}, filepath.Join(dir, "wide", "libl.so"), source, "-Wl,-z,relro")
	narrow := build(t, []string{"i686-linux-gnu-gcc"}, filepath.Join(dir, "narrow", "libl.so"), source, "-Wl,-z,relro")
	at := changed(t, wide, filepath.Join(dir, "libl.so"), func(b []byte) []byte { return shorter(b, 40) })
	one(t, checkFile(t, at, Options{}), "relro-end", "variables follow", "-z,")
	at = changed(t, narrow, filepath.Join(dir, "libl.so"), func(b []byte) []byte { return shorter(b, 20) })
	if found := checkFile(t, at, Options{}); len(found) > 0 {
		t.Error(found)
	}
}

// The API level in the NDK's note is compared with the requested one.
func TestBuiltForNewer(t *testing.T) {
	const note = `__asm__(".section .note.android.ident,\"a\",%note\n.balign 4\n.long 8\n.long 4\n.long 1\n.asciz \"Android\"\n.long 33\n.text\n");` + "\n"
	path := build(t, compilers["arm64-v8a"], filepath.Join(t.TempDir(), "libl.so"), good+note)
	one(t, checkFile(t, path, Options{API: 31}), "built-for-newer", "API level 33, but it is checked for API level 31", "aarch64-linux-android29-clang")
	if found := checkFile(t, path, Options{API: 33}); len(found) > 0 {
		t.Error(found)
	}
}

// The check of this machine's libraries does no harm, and none of them is a layer.
func TestRealLibraries(t *testing.T) {
	paths, err := filepath.Glob("/usr/lib/x86_64-linux-gnu/lib[EGc]*.so*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%v, %v: make deps installs some", paths, err)
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if found := checkFile(t, path, Options{}); !slices.ContainsFunc(found, Finding.KeepsFromLoading) {
			t.Errorf("%s would be a layer: %v", path, found)
		}
	}
}

// Each machine has its own relocations for the initial-exec model; other TLS models are allowed.
func TestTLS(t *testing.T) {
	source := good + "static __thread int v TLS; __attribute__((used)) static int *at(void) { return &v; }\n"
	stub := "-Wl,-z,undefs" // Android defines how to find a thread's variables
	for abi, cc := range map[string][]string{"arm64-v8a": {"aarch64-linux-gnu-gcc"}, "armeabi-v7a": {"arm-linux-gnueabihf-gcc"},
		"x86_64": {"gcc"}, "x86": {"i686-linux-gnu-gcc"}} {
		for _, compiler := range [][]string{cc, compilers[abi]} {
			path := filepath.Join(t.TempDir(), "libl.so")
			one(t, checkFile(t, build(t, compiler, path, source, "-DTLS=__attribute__((tls_model(\"initial-exec\")))"), Options{}), "tls-model", "", "")
			if found := checkFile(t, build(t, compiler, path, source, "-DTLS=", stub), Options{}); len(found) > 0 {
				t.Errorf("%v: %v", compiler, found)
			}
		}
	}
}

// Object checks an object that the caller has read, as other commands do. Long names are shortened.
func TestObject(t *testing.T) {
	path := build(t, compilers["x86"], filepath.Join(t.TempDir(), "libl.so"), strings.Repeat("/* long */\n", 3)+good+"EXPORT int "+strings.Repeat("x", 3000)+";\n")
	o, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	found := Object("libl.so", o, Options{})
	one(t, found, "exports-more", "additional exported symbols (1): xxx", "")
	if len(found[0].What) > 200 || found[0].File != "libl.so" {
		t.Error(found)
	}
	if _, err := elf.Open(filepath.Dir(path)); !errors.As(err, new(*elf.Damaged)) {
		t.Error(err)
	}
}
