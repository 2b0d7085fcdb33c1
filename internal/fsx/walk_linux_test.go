package fsx

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// Links of this user on the way are followed; those of another user are not, and neither is a link in the last place.
func TestOpenDirFollowsOnlyOwnLinks(t *testing.T) {
	base := t.TempDir()
	for _, link := range [][2]string{{"relative", "real/deep"}, {"absolute", filepath.Join(base, "real")}, {"loop", "loop/x"}, {"foreign", "real"}} {
		if err := os.Symlink(link[1], filepath.Join(base, link[0])); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(base, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(path string, create bool) error {
		f, err := OpenDir(filepath.Join(base, path), create)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		named, err := os.Stat(filepath.Join(base, path))
		if err != nil || !os.SameFile(info, named) {
			t.Errorf("%s: another directory: %v", path, err)
		}
		return nil
	}
	if err := open("real/deep/a", false); !os.IsNotExist(err) {
		t.Errorf("a missing directory: %v", err)
	}
	for _, path := range []string{"real/deep/a", "relative/b", "absolute/deep/c", "real/../real//./d"} {
		if err := open(path, true); err != nil {
			t.Error(err)
		}
		if err := open(path, false); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{"relative", "absolute", "loop/x", "file", "file/x"} {
		if err := open(path, true); err == nil {
			t.Errorf("%s was opened", path)
		}
	}
	if os.Geteuid() != 0 {
		return // only root can create a link of another user, as CI does
	}
	if err := os.Lchown(filepath.Join(base, "foreign"), 65534, 65534); err != nil {
		t.Fatal(err)
	}
	if err := open("foreign/e", true); err == nil {
		t.Error("a link of another user was followed")
	}
	if _, err := os.Lstat(filepath.Join(base, "real/e")); !os.IsNotExist(err) {
		t.Errorf("a directory was created behind a link of another user: %v", err)
	}
}

// In a user namespace, the kernel shows an owner that has no number there as another user: links of this owner are not followed, also if it
// is root outside. The test runs itself in such a namespace, which has only the current user.
func TestOpenDirInUserNamespace(t *testing.T) {
	if base := os.Getenv("FSX_NAMESPACE"); base != "" {
		var s unix.Stat_t
		if err := unix.Lstat(filepath.Join(base, "foreign"), &s); err != nil || s.Uid == 0 || int(s.Uid) == os.Geteuid() {
			t.Fatalf("the link belongs to %d, %v", s.Uid, err)
		}
		for path, want := range map[string]bool{"own/a": true, "foreign/b": false} {
			f, err := OpenDir(filepath.Join(base, path), true)
			if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "link of another user") {
				t.Errorf("%s: %v", path, err)
			}
			f.Close()
		}
		if _, err := os.Lstat(filepath.Join(base, "real/b")); !os.IsNotExist(err) {
			t.Errorf("a directory was created behind a link of another user: %v", err)
		}
		return
	}
	base := t.TempDir()
	uid, inside := os.Geteuid(), 1000
	for _, name := range []string{"own", "foreign"} {
		if err := os.Symlink("real", filepath.Join(base, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(base, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(base, "foreign")
	if uid != 0 { // only root can give a link to another user, as CI does; the root of the file system has the same owner
		t.Skip("not root")
	}
	if err := os.Lchown(foreign, 1, 1); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe", "-test.run", "^TestOpenDirInUserNamespace$")
	cmd.Env = append(os.Environ(), "FSX_NAMESPACE="+base)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: uid, Size: 1}}, GidMappings: []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Getegid(), Size: 1}}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
