//go:build unix

package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A project in the current directory keeps that directory, so that the user's shell is not in a deleted one.
func TestCreateInCurrentDir(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "here")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	before, _ := os.Stat(dir)
	if err := create(t, "."); err != nil {
		t.Fatal(err)
	}
	checkProject(t, dir)
	after, _ := os.Stat(dir)
	if !os.SameFile(before, after) || after.Mode() != before.Mode() {
		t.Error("the folder was replaced, or opened to others")
	}
	checkOnly(t, root, "here")
	inside := testutil.ReadTree(t, dir)
	testutil.CheckHint(t, create(t, "."), ".: not empty")
	testutil.CheckTree(t, dir, inside)
}

func checkOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if strings.Join(found, " ") != strings.Join(names, " ") {
		t.Errorf("in %s: %v, expected %v", dir, found, names)
	}
}

// An empty directory keeps its mode.
func TestCreateInPrivateDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := create(t, dir); err != nil {
		t.Fatal(err)
	}
	checkProject(t, dir)
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestCreateThroughLinks(t *testing.T) {
	root := t.TempDir()
	testutil.WriteFiles(t, root, map[string]string{"full/x": "mine"})
	if err := os.Mkdir(filepath.Join(root, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"to-empty": "empty", "to-full": "full", "to-none": "none"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	before := testutil.ReadTree(t, root)
	testutil.CheckHint(t, create(t, filepath.Join(root, "to-full")), "not empty")
	testutil.CheckHint(t, create(t, filepath.Join(root, "to-none")), "cannot write "+filepath.Join(root, "to-none"))
	testutil.CheckHint(t, create(t, filepath.Join(root, "to-none", "p")), "cannot write "+filepath.Join(root, "to-none"))
	testutil.CheckTree(t, root, before)
	if err := create(t, filepath.Join(root, "to-empty")); err != nil {
		t.Fatal(err)
	}
	checkProject(t, filepath.Join(root, "empty"))
	if err := create(t, filepath.Join(root, "to-empty", "..", "beside")); err != nil { // quoted for a shell
		t.Fatal(err)
	}
	checkProject(t, filepath.Join(root, "beside"))
	checkOnly(t, root, "beside", "empty", "full", "to-empty", "to-full", "to-none")
}

// If the project cannot be written, the parent directories that were created are removed, and no others.
func TestCreateTakesParentsAway(t *testing.T) {
	root := t.TempDir()
	long := strings.Repeat("n", 300)
	testutil.WriteFiles(t, root, map[string]string{"there/x": "mine", "file": "mine"})
	if err := os.Mkdir(filepath.Join(root, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	before := testutil.ReadTree(t, root)
	for dir, want := range map[string]string{
		"new/sub/" + long:        "file name too long",
		"new/" + long + "/p":     "file name too long",
		"there/new/" + long:      "file name too long",
		"empty/new/sub/" + long:  "file name too long",
		"empty/" + long + "/a/b": "file name too long",
		"file/p":                 "not a directory",
		"file/sub/p":             "not a directory",
	} {
		dir = filepath.Join(root, dir)
		testutil.CheckHint(t, write(t.Context(), dir, rendered(t).Files), "cannot write ", want)
		testutil.CheckHint(t, create(t, dir), want)
		testutil.CheckTree(t, root, before)
	}
}
