package golden

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// built is the path of gleslayergen.
var built = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "gleslayergen")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-X main.version=golden", "-o", path, "./cmd/gleslayergen")
	cmd.Dir = ".."
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/gleslayergen: %w\n%s", err, output)
	}
	return path, nil
})

// tool returns the path of gleslayergen, in a directory that every user can read.
func tool(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// openDir returns a temporary directory that every user can enter and write to.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "golden-open-")
	if err == nil {
		err = os.Chmod(dir, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// The command line writes the bytes of the golden project: twice, in another directory, as another user, in
// any locale.
func TestSameBytes(t *testing.T) {
	path := tool(t)
	want := cases()[1].render(t)
	for _, how := range []struct {
		name    string
		env     []string
		another bool
	}{
		{name: "once"},
		{name: "again"},
		{name: "another user", another: true},
		{name: "another language and time", env: []string{"LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8", "TZ=Pacific/Chatham", "SOURCE_DATE_EPOCH=1"}},
	} {
		t.Run(how.name, func(t *testing.T) {
			dir := filepath.Join(openDir(t), "a folder, with signs")
			cmd := exec.Command(path, "new", "--active", "--intercept", "eglChooseConfig", "--out", dir)
			cmd.Env = append(os.Environ(), how.env...)
			if how.another {
				cmd.SysProcAttr = anotherUser()
			}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			found := files(t, dir)
			for _, f := range want.Files {
				if !bytes.Equal(found[f.Path], f.Content) {
					t.Errorf("%s differs", f.Path)
				}
				delete(found, f.Path)
			}
			for path := range found {
				t.Errorf("%s should not be there", path)
			}
		})
	}
}

// anotherUser runs a process as another user. root can switch users; other users get a user namespace
// with another user id.
func anotherUser() *syscall.SysProcAttr {
	if os.Geteuid() == 0 {
		return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	return &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
}

func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		found[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The XML and the snapshot give the same project, except for the name of the source.
func TestXMLGivesTheSameProject(t *testing.T) {
	for _, dir := range []string{"/usr/lib/python3/dist-packages/glad/files"} {
		gl, err := registry.ReadFile(dir + "/gl.xml")
		if err != nil {
			t.Fatalf("%v (make deps)", err)
		}
		egl, err := registry.ReadFile(dir + "/egl.xml")
		if err != nil {
			t.Fatalf("%v (make deps)", err)
		}
		r, err := registry.Decode(gl, egl)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := r.WriteSnapshot(&text); err != nil {
			t.Fatal(err)
		}
		s, err := registry.ReadSnapshot(text.String())
		if err != nil {
			t.Fatal(err)
		}
		sameProject(t, r, s)
	}
}
