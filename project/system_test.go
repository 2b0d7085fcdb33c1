//go:build linux

package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
)

// childEnv makes the test binary a child process that creates a project in the named directory. With UPDATE, the child updates the
// project there (see parseRequest). Tests of properties of a whole process use it: user, umask, limits.
const childEnv = "PROJECT_TEST_CHILD"

// childLimit is the time limit of a child process on a busy machine.
const childLimit = 3 * time.Minute

func TestMain(m *testing.M) {
	pack.RunChild()
	if dir := os.Getenv(childEnv); dir != "" {
		child(dir)
	}
	os.Exit(m.Run())
}

func child(dir string) {
	err := testutil.Restrict()
	if err == nil && os.Getenv("UPDATE") != "" {
		err = childUpdate(dir, strings.Fields(os.Getenv("UPDATE")))
	} else if err == nil {
		_, err = Create(context.Background(), registry.Builtin(), request(dir))
	}
	var e *Error
	if errors.As(err, &e) {
		fmt.Printf("%s\nhint: %s\n", e, e.Hint())
	} else if err != nil {
		fmt.Printf("%v\n", err)
	}
	os.Exit(map[bool]int{true: 0, false: 1}[err == nil])
}

// inChild creates the small project in another process, and returns its output.
func inChild(t *testing.T, dir string, env ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), childLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(append(os.Environ(), env...), childEnv+"="+dir)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// In a directory without write permission there is one clear error, and nothing is left.
func TestCreateUnwritable(t *testing.T) {
	root := testutil.PublicDir(t)
	closed := filepath.Join(root, "closed")
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"closed/p", "closed/new/sub/p"} {
		out, err := inChild(t, filepath.Join(root, dir), "NO_RIGHTS=1")
		want := fmt.Sprintf("cannot write %s: permission denied\nhint: choose another directory with --out\n", filepath.Dir(filepath.Join(root, dir)))
		if err == nil || out != want {
			t.Errorf("%s: %v, %q, expected %q", dir, err, out, want)
		}
		testutil.CheckTree(t, closed, map[string]string{})
	}
	if out, err := inChild(t, filepath.Join(root, "open", "p"), "NO_RIGHTS=1"); err != nil {
		t.Errorf("the same user elsewhere: %v, %s", err, out)
	}
	checkProject(t, filepath.Join(root, "open", "p"))
}

// A directory that cannot be read is an error. It is not treated as empty.
func TestCreateUnreadable(t *testing.T) {
	root := testutil.PublicDir(t)
	secret := filepath.Join(root, "secret")
	testutil.WriteFiles(t, secret, map[string]string{"x": "mine"})
	if err := os.Chmod(secret, 0o300); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(secret, 0o700)
	if out, err := inChild(t, secret, "NO_RIGHTS=1"); err == nil || !strings.HasPrefix(out, "cannot use "+secret+": permission denied\nhint: ") {
		t.Errorf("%v, %q", err, out)
	}
}

// The disk is full from this process's view: its files have a size limit.
func TestCreateDiskFull(t *testing.T) {
	root := t.TempDir()
	for _, size := range []string{"0", "100", "10000"} {
		dir := filepath.Join(root, "new", "p")
		out, err := inChild(t, dir, "FSIZE="+size)
		if want := "cannot write " + dir + ": file too large\nhint: choose another directory with --out\n"; err == nil || out != want {
			t.Errorf("%v, %q, expected %q", err, out, want)
		}
		testutil.CheckTree(t, root, map[string]string{})
	}
}

func TestCreateUmask(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct {
		mask     string
		dir, doc os.FileMode
	}{{"0022", 0o755, 0o644}, {"0077", 0o700, 0o600}, {"0002", 0o775, 0o664}, {"0000", 0o777, 0o666}} {
		dir := filepath.Join(root, c.mask, "p")
		if out, err := inChild(t, dir, "UMASK="+c.mask); err != nil {
			t.Fatalf("%v, %s", err, out)
		}
		checkProject(t, dir)
		for path, want := range map[string]os.FileMode{"..": c.dir, ".": c.dir, "core": c.dir, "core/fakedriver": c.dir, "hooks.go": c.doc, LockName: c.doc} {
			if info, err := os.Stat(filepath.Join(dir, path)); err != nil || info.Mode().Perm() != want {
				t.Errorf("umask %s: %s: %v, %v, expected %v", c.mask, path, info.Mode().Perm(), err, want)
			}
		}
	}
}

// In a directory with the setgid bit, the project belongs to the directory's group.
func TestCreateInSharedDir(t *testing.T) {
	root := t.TempDir()
	if err := os.Chmod(root, 0o2775|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	if err := create(t, filepath.Join(root, "p")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"p", "p/core"} {
		if info, err := os.Stat(filepath.Join(root, path)); err != nil || info.Mode()&os.ModeSetgid == 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}
