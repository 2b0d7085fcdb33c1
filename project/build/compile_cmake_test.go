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

func createCPP(t *testing.T, dir, hooks string) string {
	t.Helper()
	q := request(dir)
	q.Config.Template, q.Config.Init, q.Config.Intercept = "cpp", "active", []project.Intercept{{Match: "eglChooseConfig,glTexImage2D", Hooks: hooks}}
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return dir
}

// CMake makes the same bytes from any folder, with any compiler, whatever the environment says; and needs no Go.
func TestBuildCMake(t *testing.T) {
	withoutGo(t)
	for _, cc := range compilers {
		t.Run(cc, func(t *testing.T) {
			t.Setenv("CC", cc)
			root := t.TempDir()
			first := mustBuild(t, createCPP(t, filepath.Join(root, "p"), "c"))
			for name, value := range spoilers {
				t.Setenv(name, value)
			}
			dir := createCPP(t, filepath.Join(root, "a, b='c';#$d"), "c")
			checkSame(t, "another folder", mustBuild(t, dir), first)
			f := testutil.OpenLayer(t, filepath.Join(dir, "build", "host", "liba.so"))
			testutil.CheckLayer(t, f, "a")
			if f.Section(".symtab") != nil || len(first.lib) > 100<<10 {
				t.Errorf("symbols are in the layer, or it is large: %d bytes", len(first.lib))
			}
			if !strings.Contains(first.symbols, "src/hooks.cpp") {
				t.Error("no lines of src/hooks.cpp")
			}
		})
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
func TestBuildCMakeDebug(t *testing.T) {
	dir := createCPP(t, filepath.Join(t.TempDir(), "p, of mine"), "c")
	lib := mustBuildDebug(t, dir)
	if data, err := testutil.OpenLayer(t, Symbols(lib)).DWARF(); err != nil || !hasUnit(t, data, filepath.Join(dir, "src/hooks.cpp")) {
		t.Errorf("no lines of hooks.cpp: %v", err)
	}
	before := testutil.ReadText(t, lib)
	testutil.WriteFiles(t, dir, map[string]string{"src/hooks.cpp": "#include \"zz_generated_hooks.hpp\"\nnonsense\n"})
	_, text, err := build(t, dir)
	if err == nil || !strings.Contains(text, filepath.Join(dir, "src/hooks.cpp")+":2:1: error: ") {
		t.Errorf("%v\n%s", err, text)
	}
	if testutil.ReadText(t, lib) != before {
		t.Error("the layer that was there is gone")
	}
}

// The build reports what is missing or has the wrong name.
func TestBuildCMakeFails(t *testing.T) {
	dir := createCPP(t, filepath.Join(t.TempDir(), "p"), "c")
	text := testutil.ReadText(t, dir, "CMakeLists.txt")
	testutil.WriteFiles(t, dir, map[string]string{"CMakeLists.txt": strings.Replace(text, "OUTPUT_NAME a", "OUTPUT_NAME b", 1)})
	_, _, err := build(t, dir)
	testutil.CheckHint(t, err, "CMake did not create liba.so: ")
	testutil.WriteFiles(t, dir, map[string]string{"CMakeLists.txt": strings.Replace(text, "${LAYER_SOURCES}", "${LAYER_SOURCES} more.c", 1) +
		"add_library(GLESv2 SHARED driver.c)\ntarget_link_libraries(layer PRIVATE GLESv2)\n",
		"more.c":   "extern void glFlush(void);\n__attribute__((constructor)) void calls(void) { glFlush(); }\n",
		"driver.c": "void glFlush(void) {}\n"})
	_, output, err := build(t, dir)
	if err == nil || !strings.Contains(err.Error(), "the layer calls glFlush by name: ") {
		t.Errorf("%v\n%s", err, output)
	}
	checkBuilt(t, dir)
	t.Setenv("CC", "no-such-compiler")
	if _, output, err = build(t, dir); err == nil || !strings.Contains(output, "no-such-compiler") {
		t.Errorf("%v\n%s", err, output)
	}
	t.Setenv("PATH", t.TempDir())
	_, _, err = build(t, dir)
	testutil.CheckHint(t, err, "cannot build for host: no cmake command in PATH")
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
