package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// withoutGoCode are the packs whose projects have no Go code, with their file of hooks.
var withoutGoCode = map[string]string{"c": "src/hooks.c", "cpp": "src/hooks.cpp"}

// createWithoutGo creates a project of one of these packs.
func createWithoutGo(t *testing.T, pack, dir, hooks string) string {
	t.Helper()
	q := request(dir)
	q.Config.Template, q.Config.Init, q.Config.Intercept = pack, "active", []project.Intercept{{Match: "eglChooseConfig,glTexImage2D", Hooks: hooks}}
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return dir
}

// CMake and make give the same bytes in any directory, with any compiler and any environment, and need no Go.
func TestBuildNoGoCode(t *testing.T) {
	withoutGo(t)
	for pack, hooks := range withoutGoCode {
		for _, cc := range compilers {
			t.Run(pack+" "+cc, func(t *testing.T) {
				t.Setenv("CC", cc)
				root := t.TempDir()
				first := mustBuild(t, createWithoutGo(t, pack, filepath.Join(root, "p"), "c"))
				for name, value := range spoilers {
					t.Setenv(name, value)
				}
				dir := createWithoutGo(t, pack, filepath.Join(root, "a, b='c';#$d"), "c")
				checkSame(t, "another folder", mustBuild(t, dir), first)
				f := testutil.OpenLayer(t, filepath.Join(dir, "build", "host", "liba.so"))
				testutil.CheckLayer(t, f, "a")
				if f.Section(".symtab") != nil || len(first.lib) > 100<<10 {
					t.Errorf("symbols are in the layer, or it is large: %d bytes", len(first.lib))
				}
				if !strings.Contains(first.symbols, hooks) {
					t.Errorf("no lines of %s", hooks)
				}
			})
		}
	}
}

// withoutGo leaves a PATH with the tools of C and C++, and no go.
func withoutGo(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"/usr/bin", "/bin"} {
		if _, err := os.Stat(filepath.Join(name, "go")); err == nil {
			t.Fatalf("there is a go command in %s", name)
		}
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

// A debug build refers to the real sources; an error in one has the file and line.
func TestBuildNoGoCodeDebug(t *testing.T) {
	for pack, hooks := range withoutGoCode {
		dir := createWithoutGo(t, pack, filepath.Join(t.TempDir(), "p, of mine"), "c")
		lib := mustBuildDebug(t, dir)
		if data, err := testutil.OpenLayer(t, Symbols(lib)).DWARF(); err != nil || !hasUnit(t, data, filepath.Join(dir, hooks)) {
			t.Errorf("%s: no lines of the hooks: %v", pack, err)
		}
		before := testutil.ReadText(t, lib)
		testutil.WriteFiles(t, dir, map[string]string{hooks: "#include \"zz_generated_core.h\"\nnonsense\n"})
		_, text, err := build(t, dir)
		named := "\n" + hooks // make runs the compiler in the project's directory
		if pack == "cpp" {
			named = filepath.Join(dir, hooks)
		}
		if err == nil || !strings.Contains("\n"+text, named+":2:1: error: ") {
			t.Errorf("%s: %v\n%s", pack, err, text)
		}
		if testutil.ReadText(t, lib) != before {
			t.Errorf("%s: the layer that was there is gone", pack)
		}
	}
}

// The build reports what is missing or has the wrong name.
func TestBuildCMakeFails(t *testing.T) {
	dir := createWithoutGo(t, "cpp", filepath.Join(t.TempDir(), "p"), "c")
	text := testutil.ReadText(t, dir, "CMakeLists.txt")
	testutil.WriteFiles(t, dir, map[string]string{"CMakeLists.txt": strings.Replace(text, "OUTPUT_NAME a", "OUTPUT_NAME b", 1)})
	_, _, err := build(t, dir)
	testutil.CheckHint(t, err, "CMake did not create liba.so: ")
	testutil.WriteFiles(t, dir, map[string]string{"CMakeLists.txt": strings.Replace(text, "${LAYER_SOURCES}", "${LAYER_SOURCES} more.c", 1) +
		"add_library(GLESv2 SHARED driver.c)\ntarget_link_libraries(layer PRIVATE GLESv2)\n",
		"more.c":   "extern void glFlush(void);\n__attribute__((constructor)) void calls(void) { glFlush(); }\n",
		"driver.c": "void glFlush(void) {}\n"})
	_, output, err := build(t, dir)
	if err == nil || !strings.Contains(err.Error(), "the layer calls glFlush directly: ") {
		t.Errorf("%v\n%s", err, output)
	}
	checkBuilt(t, dir)
	t.Setenv("CC", "no-such-compiler")
	if _, output, err = build(t, dir); err == nil || !strings.Contains(output, "no-such-compiler") {
		t.Errorf("%v\n%s", err, output)
	}
	t.Setenv("PATH", t.TempDir())
	_, _, err = build(t, dir)
	testutil.CheckHint(t, err, "cannot build for this machine: no cmake command in PATH")
}

func TestCXXOf(t *testing.T) {
	for cc, want := range map[string]string{"gcc": "g++", "gcc-12": "g++-12", "/usr/bin/cc": "/usr/bin/c++", "aarch64-linux-gnu-gcc": "aarch64-linux-gnu-g++",
		"clang --target=aarch64-linux-gnu -fuse-ld=lld": "clang++ --target=aarch64-linux-gnu -fuse-ld=lld", "clang-14.exe": "clang++-14.exe",
		"": "", "tcc2": "", "/opt/my cc": "", "icx": ""} {
		if got := cxxOf(cc); got != want {
			t.Errorf("%q: %q, expected %q", cc, got, want)
		}
	}
}
