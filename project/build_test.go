package project

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// buildLimit is for one build, with a cold cache.
const buildLimit = 3 * time.Minute

// build builds the project in dir and gives the path of the layer, and what the Go tool said.
func build(t *testing.T, dir string) (lib, said string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), buildLimit)
	defer cancel()
	c, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	lib, err = Build(ctx, dir, c, Host(), &out)
	return lib, out.String(), err
}

func mustBuild(t *testing.T, dir string) []byte {
	t.Helper()
	lib, said, err := build(t, dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if want := filepath.Join(dir, "build", "host", "liba.so"); lib != want {
		t.Fatalf("built %s, expected %s", lib, want)
	}
	wantBuilt(t, dir, "liba.so")
	return []byte(readText(t, lib))
}

// wantBuilt wants just these files below build/host.
func wantBuilt(t *testing.T, dir string, names ...string) {
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

func newProject(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "p")
	if err := create(t, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The same bytes from any folder, whatever its name, and whatever the folder for temporary files is called.
func TestBuildAnywhere(t *testing.T) {
	root := t.TempDir()
	var first []byte
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
		lib := mustBuild(t, dir)
		if first == nil {
			first = lib
		}
		if !bytes.Equal(lib, first) {
			t.Errorf("%s: other bytes", name)
		}
		wantTree(t, temp, map[string]string{})
	}
}

// What stands in the environment or in folders above is for other projects.
func TestBuildIgnoresSurroundings(t *testing.T) {
	dir := newProject(t)
	first := mustBuild(t, dir)
	writeTree(t, filepath.Dir(dir), map[string]string{"go.work": "go 1.26\nuse ./other\n", "go.mod": "module above\n", "vendor/modules.txt": "# x\n"})
	for name, value := range map[string]string{"GOFLAGS": "-mod=vendor", "GOWORK": "/no/such/go.work", "GOOS": "windows", "GOARCH": "mips", "CGO_ENABLED": "0",
		"GO111MODULE": "auto", "GOEXPERIMENT": ""} {
		t.Setenv(name, value)
	}
	if !bytes.Equal(mustBuild(t, dir), first) {
		t.Error("other bytes")
	}
}
