//go:build heavy

package android

import (
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// machines are the ELF machine types of the ABIs.
var machines = map[string]struct {
	machine elf.Machine
	class   elf.Class
}{"arm64-v8a": {elf.EM_AARCH64, elf.ELFCLASS64}, "armeabi-v7a": {elf.EM_ARM, elf.ELFCLASS32},
	"x86_64": {elf.EM_X86_64, elf.ELFCLASS64}, "x86": {elf.EM_386, elf.ELFCLASS32}}

// The program builds a layer for all ABIs with an NDK. The arm64 layer runs with the TLS slot that Android 10
// and newer reserve.
func TestBuildForAndroid(t *testing.T) {
	ndk := standIn(t)
	dir := filepath.Join(t.TempDir(), "a project")
	tool := filepath.Join(t.TempDir(), "gleslayergen")
	must(t, "..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	must(t, "", nil, tool, "new", "probe", "--active", "--intercept", "eglChooseConfig", "--out", dir)
	hookWithLog(t, filepath.Join(dir, "hooks.go"))
	inC := filepath.Join(t.TempDir(), "in C")
	must(t, "", nil, tool, "new", "probe", "--passive", "--intercept", "glTexImage2D", "--hooks", "c", "--out", inC)
	for _, dir := range []string{dir, inC} {
		out := must(t, dir, []string{"ANDROID_NDK_HOME=" + ndk}, tool, "build", "--abi", "arm64-v8a,armeabi-v7a,x86_64,x86")
		if strings.Contains(out, "note:") {
			t.Error(out)
		}
		for _, a := range ABIs() {
			lib := filepath.Join(dir, "build", a.Name, "libprobe.so")
			if !strings.Contains(out, lib+"\n") {
				t.Errorf("build does not name %s:\n%s", lib, out)
			}
			t.Run(filepath.Base(dir)+", "+a.Name, func(t *testing.T) {
				checkELF(t, a.Name, lib)
				checkSymbols(t, lib)
				checkFindings(t, tool, lib)
			})
		}
	}
	output := runArm64(t, ndk, filepath.Join(dir, "build", "arm64-v8a", "libprobe.so"))
	for _, want := range []string{"log 4/probe: hooked: 4 configs", "result 1, count 1, config 3, next ran 1 time(s)\n"} {
		if strings.Count(output, want) != 1 {
			t.Errorf("no %q in:\n%s", want, output)
		}
	}
	if strings.Contains(output, "is touched") || strings.Contains(output, "is not intercepted") {
		t.Error(output)
	}
}

// hookWithLog makes the hook write a log line.
func hookWithLog(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	logged := strings.Replace(string(text), "\treturn next(", "\tgles.Logf(\"hooked: %d configs\", configSize)\n\treturn next(", 1)
	if logged == string(text) {
		t.Fatalf("no place for a line in:\n%s", text)
	}
	write(t, path, logged, 0o644)
}

// layerTLS is the thread-local data of the C core. Go for Linux would add its own word; for Android, Go uses
// the platform's TLS slot.
const layerTLS = 16

func checkELF(t *testing.T, abi, lib string) {
	f := testutil.OpenLayer(t, lib)
	if want := machines[abi]; f.Machine != want.machine || f.Class != want.class || f.Type != elf.ET_DYN {
		t.Errorf("%v %v %v", f.Machine, f.Class, f.Type)
	}
	testutil.CheckLayer(t, f, "probe")
	checkNeeds(t, f)
	for _, p := range f.Progs {
		if p.Type == elf.PT_TLS && p.Memsz > layerTLS {
			t.Errorf("%d bytes of thread-local storage: built for Linux, not for Android", p.Memsz)
		}
	}
}

// checkSymbols checks that the layer has no symbols and that its symbol file is next to it.
func checkSymbols(t *testing.T, lib string) {
	t.Helper()
	var ids [2]string
	for i, path := range []string{lib, build.Symbols(lib)} {
		f := testutil.OpenLayer(t, path)
		if hasSymbols := f.Section(".symtab") != nil; hasSymbols != (i == 1) {
			t.Errorf("%s: symbols: %v", path, hasSymbols)
		}
		id, err := f.Section(".note.gnu.build-id").Data()
		if err != nil && i == 0 {
			t.Error(err)
		}
		ids[i] = string(id)
	}
	if ids[0] != ids[1] || ids[0] == "" {
		t.Errorf("build ids %x", ids)
	}
}

// checkNeeds checks that the layer needs the expected libraries, and neither EGL nor GL.
func checkNeeds(t *testing.T, f *elf.File) {
	t.Helper()
	needed, err := f.ImportedLibraries()
	if err != nil || !slices.Contains(needed, "liblog.so") {
		t.Errorf("needs %v, %v", needed, err)
	}
	for _, name := range needed {
		if strings.Contains(name, "GL") {
			t.Errorf("it needs %s", name)
		}
	}
}
