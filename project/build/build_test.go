package build

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
)

// buildLimit is for one build, with a cold cache.
const buildLimit = 3 * time.Minute

// build builds the project in dir and gives the path of the layer, and what the Go tool said.
func build(t *testing.T, dir string) (lib, output string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), buildLimit)
	defer cancel()
	c, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	lib, err = Build(ctx, dir, c, Host(), &out)
	return lib, out.String(), err
}

// made is what a build makes.
type made struct{ lib, symbols string }

// mustBuild builds the project in dir. The Go tool has nothing to say of it.
func mustBuild(t *testing.T, dir string) made {
	t.Helper()
	lib, output, err := build(t, dir)
	if err != nil || output != "" {
		t.Fatalf("%v\n%s", err, output)
	}
	if want := filepath.Join(dir, "build", "host", "liba.so"); lib != want {
		t.Fatalf("built %s, expected %s", lib, want)
	}
	checkBuilt(t, dir, ".debug", "liba.so")
	return made{testutil.ReadText(t, lib), testutil.ReadText(t, Symbols(lib))}
}

// checkBuilt wants just these files below build/host.
func checkBuilt(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, _ := os.ReadDir(filepath.Join(dir, "build", "host"))
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if strings.Join(found, " ") != strings.Join(names, " ") {
		t.Errorf("build/host holds %v, expected %v", found, names)
	}
}

// The same bytes from any folder, whatever its name, and whatever the folder for temporary files is called.
func TestBuildAnywhere(t *testing.T) {
	root := t.TempDir()
	var first made
	for _, name := range []string{"plain", "a b,c", `it's "quoted"`, "größe☃", "-$(x)`y`;%z&[@=:"} {
		dir := filepath.Join(root, name)
		if err := create(t, dir); err != nil {
			t.Fatal(err)
		}
		temp := filepath.Join(root, "tmp "+name)
		if err := os.Mkdir(temp, 0o700); err != nil {
			t.Fatal(err)
		}
		t.Setenv("TMPDIR", temp)
		built := mustBuild(t, dir)
		if first.lib == "" {
			first = built
		}
		checkSame(t, name, built, first)
		testutil.CheckTree(t, temp, map[string]string{})
	}
}

func checkSame(t *testing.T, what string, got, want made) {
	t.Helper()
	if got.lib != want.lib || got.symbols != want.symbols {
		t.Errorf("%s: the same layer is %v, the same symbols are %v", what, got.lib == want.lib, got.symbols == want.symbols)
	}
}

// spoilers are values by which each variable of env.tsv would change a build, or stop it.
var spoilers = map[string]string{"GOFLAGS": "-mod=vendor -gcflags=-N -tags=other", "GOEXPERIMENT": "nogreenteagc", "GOFIPS140": "latest",
	"GO111MODULE": "off", "GO386": "softfloat", "GOAMD64": "v3", "GOARM": "5", "GOARM64": "v9.0", "GO_EXTLINK_ENABLED": "0",
	"CGO_CFLAGS": "-O1 -DOTHER", "CGO_CPPFLAGS": "-include /no/such.h", "CGO_CXXFLAGS": "-O1",
	"CGO_LDFLAGS": "-Wl,-rpath,/other", "CPATH": "other", "C_INCLUDE_PATH": "other", "CPLUS_INCLUDE_PATH": "other",
	"LIBRARY_PATH": "other", "LD_RUN_PATH": "/other", "CCC_OVERRIDE_OPTIONS": "+-O1",
	"CFLAGS": "-O1", "CXXFLAGS": "-DNDEBUG -O1", "CPPFLAGS": "-include /no/such.h", "LDFLAGS": "-Wl,-rpath,/other", "MAKEFLAGS": "CC=false CXX=false",
	"MFLAGS": "-k", "MAKELEVEL": "1", "VERBOSE": "1", "CMAKE_TOOLCHAIN_FILE": "/no/such.cmake", "CMAKE_BUILD_TYPE": "Debug", "CMAKE_GENERATOR": "Xcode",
	"CMAKE_PREFIX_PATH": "/other", "CMAKE_C_COMPILER_LAUNCHER": "/no/such", "CMAKE_CXX_COMPILER_LAUNCHER": "/no/such"}

// What stands in the environment, in "go env -w", or in folders above is for other projects.
func TestBuildIgnoresSurroundings(t *testing.T) {
	dir := newProject(t)
	first := mustBuild(t, dir)
	testutil.WriteFiles(t, filepath.Dir(dir), map[string]string{"go.work": "go 1.26\nuse ./other\n", "go.mod": "module above\n", "vendor/modules.txt": "# x\n"})
	for name, value := range map[string]string{"GOWORK": "/no/such/go.work", "GOOS": "windows", "GOARCH": "mips", "CGO_ENABLED": "0"} {
		t.Setenv(name, value)
	}
	checkSame(t, "folders above", mustBuild(t, dir), first)

	if listed, tried := slices.Sorted(slices.Values(foreignVars())), slices.Sorted(maps.Keys(spoilers)); !slices.Equal(listed, tried) {
		t.Errorf("listed are %v, tried are %v", listed, tried)
	}
	noted := "# a comment\nGOPROXY=off\n"
	for name, value := range spoilers {
		noted += name + "=" + value + "\n"
	}
	path := filepath.Join(t.TempDir(), "env")
	testutil.WriteFiles(t, filepath.Dir(path), map[string]string{"env": noted})
	t.Setenv("GOENV", path)
	checkSame(t, "go env -w", mustBuild(t, dir), first)
	for name, value := range spoilers {
		t.Setenv(name, value)
	}
	checkSame(t, "the environment", mustBuild(t, dir), first)
	env, err := buildEnv(t.TempDir())
	if err != nil || !slices.Contains(env, "GOWORK=off") || slices.ContainsFunc(env, isForeign) {
		t.Errorf("%v, %q", err, env)
	}
}

// What the user noted of Go's own comes through: where modules are fetched from, which compiler is used.
func TestBuildKeepsNotes(t *testing.T) {
	if got := string(own("GOPROXY=https://proxy\nGOFLAGS=-race\n# GOFLAGS\nCC=clang")); got != "GOPROXY=https://proxy\n# GOFLAGS\nCC=clang" {
		t.Errorf("%q", got)
	}
	t.Setenv("GOENV", "off")
	if got := readGoEnv(); got != "" {
		t.Errorf("%q", got)
	}
}
