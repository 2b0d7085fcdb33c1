//go:build linux

package sysroot_test

import (
	"debug/elf"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/sysroot"
)

// Each declaration names a function once, in a header that exists.
func TestFunctions(t *testing.T) {
	headers, seen := sysroot.Headers(), map[string]bool{}
	for _, f := range sysroot.Functions() {
		if key := f.Name + f.GOARCH; seen[key] {
			t.Errorf("%s is listed twice", f.Name)
		} else {
			seen[key] = true
		}
		if _, ok := headers[f.Header]; !ok && f.Header != "" {
			t.Errorf("%s: no header %s", f.Name, f.Header)
		}
		if !slices.Contains([]string{"libc", "libm", "libdl", "liblog", "crt"}, f.Library) {
			t.Errorf("%s: no library %s", f.Name, f.Library)
		}
	}
}

// A library for each ABI, in C and in C++, needs only Android's libraries, has the note with the API level, and thread-local
// variables of ELF.
func TestLibrary(t *testing.T) {
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, abi := range android.ABIs() {
		root, err := clang.Root(t.Context(), filepath.Join(t.TempDir(), `a "cache", with blanks`), abi)
		if err != nil {
			t.Fatal(err)
		}
		lib := filepath.Join(t.TempDir(), "libx.so")
		for _, flags := range [][]string{{"-O2"}, {"-O2", "-flto"}, {"-O0", "-g"}} {
			args := slices.Concat(flags, []string{"-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-pthread", "-Wl,--no-undefined", "-Wl,--gc-sections",
				"-Wl,--version-script=testdata/lib.map", "-o", lib})
			compile(t, append(root.CC(), append(slices.Clone(args), "-std=gnu11", "testdata/lib.c")...)...)
			checkLibrary(t, abi.Name, lib, "libc.so libdl.so liblog.so libm.so")
			if flags[0] == "-O2" && len(flags) == 1 {
				continue // link-time optimization and none are the builds of C++ projects
			}
			cxx := []string{clang.Path, "--config", filepath.Join(root.Dir(), "clang++.cfg"), "-Wno-unused-command-line-argument"}
			compile(t, append(cxx, append(args, "-std=c++17", "testdata/cxx.cc")...)...)
			checkLibrary(t, abi.Name, lib, "libc.so liblog.so libm.so")
		}
	}
}

// A program for each ABI needs only Android's libraries, has the note with the API level, an entry point and Android's dynamic linker.
// Its thread-local data has the alignment that the C library requires on ARM.
func TestProgram(t *testing.T) {
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, abi := range android.ABIs() {
		root, err := clang.Root(t.Context(), "", abi)
		if err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(t.TempDir(), "program")
		compile(t, append(root.CC(), "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIE", "-pie", "-Wl,--gc-sections", "-o", program, "testdata/program.c", root.Start())...)
		f, err := elf.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		linker, bits := "/system/bin/linker", uint64(32)
		if f.Class == elf.ELFCLASS64 {
			linker, bits = linker+"64", 64
		}
		for _, p := range f.Progs {
			text, err := io.ReadAll(p.Open())
			if p.Type == elf.PT_INTERP && (err != nil || string(text) != linker+"\x00") {
				t.Errorf("%s: the dynamic linker is %q, %v", abi.Name, text, err)
			}
			if p.Type == elf.PT_TLS && strings.HasPrefix(abi.GOARCH, "arm") && p.Align < bits {
				t.Errorf("%s: thread-local data has the alignment %d", abi.Name, p.Align)
			}
		}
		needed, err := f.ImportedLibraries()
		if err != nil || !slices.Equal(needed, []string{"libc.so"}) || f.Type != elf.ET_DYN || f.Entry == 0 || f.Section(".note.android.ident") == nil {
			t.Errorf("%s: needs %v, %v; type %v, entry %#x", abi.Name, needed, err, f.Type, f.Entry)
		}
	}
}

// The bytes of a library, with the build ID of its debug information, do not depend on the directory of the sysroot.
func TestReproducible(t *testing.T) {
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	libs := map[string]bool{}
	for range 2 {
		root, err := clang.Root(t.Context(), t.TempDir(), android.ABIs()[0])
		if err != nil {
			t.Fatal(err)
		}
		lib := filepath.Join(t.TempDir(), "libx.so")
		for source, language := range map[string][2]string{"lib.c": {"clang.cfg", "gnu11"}, "cxx.cc": {"clang++.cfg", "c++17"}} {
			compile(t, clang.Path, "--config", filepath.Join(root.Dir(), language[0]), "-std="+language[1], "-Wno-unused-command-line-argument", "-O1", "-g", "-fPIC", "-shared", "-Wl,--gc-sections",
				"-Wl,--build-id=sha1", "-s", "-frandom-seed=layer", "-Wl,--version-script=testdata/lib.map", "-o", lib, "testdata/"+source)
			text, err := os.ReadFile(lib)
			if err != nil {
				t.Fatal(err)
			}
			libs[string(text)] = true
		}
	}
	if len(libs) != 2 {
		t.Errorf("%d different libraries of two sources", len(libs))
	}
}

// compile runs a compiler.
func compile(t *testing.T, line ...string) {
	t.Helper()
	if out, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", line, err, out)
	}
}

func checkLibrary(t *testing.T, abi, lib, needs string) {
	t.Helper()
	f, err := elf.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	needed, err := f.ImportedLibraries()
	if slices.Sort(needed); err != nil || strings.Join(needed, " ") != needs {
		t.Errorf("%s: the library needs %v, %v", abi, needed, err)
	}
	note := f.Section(".note.android.ident")
	if data, err := note.Data(); err != nil || len(data) < 24 || data[20] != 29 {
		t.Errorf("%s: the note is %v, %v", abi, data, err)
	}
	if !slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_TLS }) {
		t.Errorf("%s: no thread-local segment", abi)
	}
	exports := exported(t, lib)
	if len(exports) != 1 || exports[0] != "all" {
		t.Errorf("%s: exports %v", abi, exports)
	}
}

// The comparison with another sysroot finds a missing function, a declaration, a constant and a structure that differ, and
// nothing else.
func TestComparison(t *testing.T) {
	abi, other := android.ABIs()[0], android.ABIs()[1]
	same := libc{abi: other, own: ownDir(t, t.TempDir(), other)}
	same.dir, same.library = same.own, func(name string) string { return filepath.Join(same.own, "lib", name+".so") }
	if all := same.compare(t); len(all) > 0 {
		t.Errorf("differences to itself: %v", all)
	}
	l := libc{abi: abi, own: ownDir(t, t.TempDir(), abi), dir: ownDir(t, t.TempDir(), abi)}
	l.library = func(name string) string {
		return filepath.Join(l.dir, "lib", strings.Replace(name, "libdl", "liblog", 1)+".so")
	}
	for _, edit := range [][3]string{
		{"fcntl.h", "O_NOFOLLOW 0100000", "O_NOFOLLOW 0400000"}, {"unistd.h", "int close(int)", "long close(int)"}, {"poll.h", "short events, revents", "int events, revents"},
	} {
		path := filepath.Join(l.dir, "usr", "include", edit[0])
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), edit[1]) {
			t.Fatal(path, edit[1], err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), edit[1], edit[2], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const want = `arm64-v8a: fcntl.h: O_NOFOLLOW is 0x20000, not 0x8000
arm64-v8a: libdl.so has no dl_iterate_phdr
arm64-v8a: libdl.so has no dladdr
arm64-v8a: libdl.so has no dlclose
arm64-v8a: libdl.so has no dlerror
arm64-v8a: libdl.so has no dlopen
arm64-v8a: libdl.so has no dlsym
arm64-v8a: poll.h: __builtin_offsetof(struct pollfd, revents) is 0x8, not 0x6
arm64-v8a: poll.h: sizeof(struct pollfd) is 0xc, not 0x8
arm64-v8a: unistd.h: conflicting types for 'close'`
	if got := strings.Join(l.compare(t), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The code that becomes part of layers, on this machine: handlers run at exit, at dlclose and in children by fork, call stacks
// are those of libgcc, the arithmetic for 32-bit processors is that of this processor, and that of long double is that of libgcc.
func TestCode(t *testing.T) {
	dir := t.TempDir()
	cc := func(args ...string) {
		t.Helper()
		compile(t, append([]string{"cc", "-std=gnu11", "-O1", "-fPIC", "-fno-omit-frame-pointer", "-DANDROID_API=29"}, args...)...)
	}
	lib := filepath.Join(dir, "lib.so")
	cc("-shared", "-nostartfiles", "-o", lib, "testdata/handlers.c", "crt/crt.c")
	for _, c := range []struct{ name, want string }{{"exit", "child exits"}, {"dlclose", "exits closed"}} {
		program := filepath.Join(dir, "host")
		cc("-o", program, "testdata/host.c", "-ldl")
		out, err := exec.Command(program, lib, c.name).Output()
		if got := strings.Join(strings.Fields(string(out)), " "); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	program := filepath.Join(dir, "program")
	cc("-fPIE", "-pie", "-nostartfiles", "-o", program, "testdata/program.c", "testdata/program_host.c", "crt/start.c")
	out, err := exec.Command(program, "last").CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 2 || string(out) != "last 1 7\nexit\ndestructor\n" {
		t.Errorf("the program prints %q, %v", out, err)
	}
	for _, name := range []string{"stack", "arithmetic", "quad"} {
		program := filepath.Join(dir, name)
		cc("-o", program, "testdata/"+name+".c", "-lm", "-ldl")
		if out, err := exec.Command(program).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// The functions of libc++ that become part of layers in C++, on this machine. Errors end the process, with a line in the log.
func TestCXX(t *testing.T) {
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	root, err := clang.Root(t.Context(), "", android.ABIs()[0])
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "host")
	include := t.TempDir()
	if err := os.Mkdir(filepath.Join(include, "android"), 0o700); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join("usr", "include", "android", "log.h")
	if err := os.Symlink(filepath.Join(root.Dir(), log), filepath.Join(include, "android", "log.h")); err != nil {
		t.Fatal(err)
	}
	flags := []string{"-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti", "-I" + include, "-stdlib++-isystem", "cxx/include",
		"-stdlib++-isystem", clang.Libcxx()}
	compile(t, slices.Concat([]string{clang.Path}, flags, []string{"-o", program, "testdata/cxx_host.cc", "testdata/cxx.cc", "cxx/abi.cc", "cxx/library.cc", "-lm", "-pthread"})...)
	if out, err := exec.Command(program).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	for how, want := range map[string]string{"number": `std::stoi: "x" is not a number`, "memory": "operator new: out of memory", "terminate": "std::terminate was called",
		"range": "std::stoi: 99999999999 is out of range", "lock": "unique_lock::lock: references null mutex: error 1"} {
		cmd := exec.Command(program, how)
		out, _ := cmd.CombinedOutput()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGABRT || string(out) != "gleslayer: "+want+"\n" {
			t.Errorf("%s: %v: %q, want %q", how, cmd.ProcessState, out, want)
		}
	}
}
