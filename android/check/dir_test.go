package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// In a project, only the builds for devices are checked.
func TestProject(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"gleslayer.yaml": "", "other/libbad.so": "bad", "build/host/libmine.so": "here",
		"build/arm64-v8a/.debug/libmine.so": "symbols", "build/arm64-v8a/note.txt": ""})
	build(t, compilers["arm64-v8a"], filepath.Join(dir, "build", "arm64-v8a", "libmine.so"), good)
	r, err := Scan(t.Context(), dir, Options{})
	if err != nil || len(r.Checked) != 1 || r.Checked[0].Kind != Layer || r.Checked[0].ABI != "arm64-v8a" {
		t.Fatalf("%+v, %v", r, err)
	}
	one(t, r.Findings, "not-read", "skipped files in the directory \"host\" that are built for this machine, not for Android (1): libmine.so", "gleslayergen run --layer "+filepath.Join(dir, "build", "host", "libmine.so"))
}

// In any other directory, a library that looks like a layer is checked as one. One finding lists all files of
// the directory that are not checked.
func TestDir(t *testing.T) {
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"libscript.so": "INPUT(libother.so)", "x.txt": ""})
	build(t, compilers["x86_64"], filepath.Join(dir, "libplain.so"), "int nothing;\n")
	r, err := Scan(t.Context(), dir, Options{})
	if err != nil || !slices.Equal(ids(r.Findings), []string{"no-layer", "not-read"}) {
		t.Fatalf("%+v, %v", r, err)
	}
	build(t, compilers["x86_64"], filepath.Join(dir, "a", "libmisspelt.so"), strings.ReplaceAll(good, "Initialize", "Initialise"))
	found := checkFile(t, dir, Options{})
	if !slices.Equal(ids(found), []string{"entry-misspelt", "not-read"}) || !slices.ContainsFunc(found, func(f Finding) bool { return f.File == filepath.Join(dir, "a", "libmisspelt.so") }) {
		t.Error(found)
	}
}

// The directories of the ABIs are compared. One process may load two Go layers for one ABI.
func TestDirOfABIs(t *testing.T) {
	dir := t.TempDir()
	p := makeParts(t)
	for name, data := range map[string][]byte{"arm64-v8a/liba.so": p.goLayer["arm64-v8a"], "arm64-v8a/libb.so": p.goLayer["arm64-v8a"], "x86_64/liba.so": p.layer["x86_64"]} {
		testutil.WriteFiles(t, dir, map[string]string{name: string(data)})
	}
	found := checkFile(t, dir, Options{})
	if !slices.Equal(ids(found), []string{"abi-sets-differ", "go-runtime-second", "soname-other"}) {
		t.Error(found)
	}
	for _, f := range found {
		if f.Severity != Warning {
			t.Error(f)
		}
	}
	testutil.WriteFiles(t, dir, map[string]string{"x86_64/libb.so": string(p.layer["arm64-v8a"]), "x86_64/libc.so": "text"})
	if got := ids(checkFile(t, dir, Options{})); !slices.Equal(got, []string{"abi-folder", "abi-sets-differ", "damaged", "go-runtime-second", "soname-other"}) {
		t.Error(got)
	}
}

// Several projects below a directory are compared separately: they need not have the same layers.
func TestDirOfProjects(t *testing.T) {
	dir := t.TempDir()
	p := makeParts(t)
	testutil.WriteFiles(t, dir, map[string]string{"one/build/arm64-v8a/liba.so": string(p.goLayer["arm64-v8a"]), "one/build/host/liba.so": "here",
		"two/build/arm64-v8a/liba.so": string(p.goLayer["arm64-v8a"]), "two/build/x86_64/liba.so": string(p.layer["x86_64"])})
	if found := checkFile(t, dir, Options{}); !slices.Equal(ids(found), []string{"not-read"}) {
		t.Error(found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Path(ctx, dir, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := Path(t.Context(), filepath.Join(dir, "gone"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if got := ids(checkFile(t, dir, Options{})); !slices.Equal(got, []string{"no-layer"}) {
		t.Error(got)
	}
	empty := filepath.Join(dir, "libempty.so")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	one(t, checkFile(t, empty, Options{}), "damaged", "ELF", "")
	one(t, checkFile(t, changed(t, empty, filepath.Join(dir, "a.apk"), func([]byte) []byte { return []byte("PK\x03\x04") }), Options{}), "damaged", "", "")
}
