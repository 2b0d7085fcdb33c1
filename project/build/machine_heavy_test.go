//go:build heavy && linux

package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A second machine with the same tools makes the same bytes: another user, host, home, folder, language, time zone, mask
// of new files and age of files, one processor, and nothing built before.
func TestBuildOnAnotherMachine(t *testing.T) {
	first := mustBuild(t, newProject(t))
	root := testutil.PublicDir(t)
	dir := filepath.Join(root, "work", "of another", "p")
	for _, dir := range []string{"home/.config/go", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	testutil.WriteFiles(t, filepath.Join(root, "home/.config/go"), map[string]string{"env": "GOFLAGS=-gcflags=-N\nGOAMD64=v3\n"})
	openAll(t, root)
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(root, "home"), "TMPDIR=" + filepath.Join(root, "tmp"),
		"GOCACHE=" + filepath.Join(root, "home/cache"), "GOPATH=" + filepath.Join(root, "home/gopath"), "GOTOOLCHAIN=local", "GOMAXPROCS=1",
		"USER=another", "LOGNAME=another", "LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8", "TZ=Pacific/Chatham", "SOURCE_DATE_EPOCH=1",
		"UMASK=0077", "NO_RIGHTS=1", childEnv + "=" + dir}
	for name, value := range spoilers {
		env = append(env, name+"="+value)
	}
	runAsMachine(t, env)
	lib := filepath.Join(dir, "build", "host", "liba.so")
	checkSame(t, "another machine", made{testutil.ReadText(t, lib), testutil.ReadText(t, Symbols(lib))}, first)
}

// openAll lets another user write to every folder below root.
func openAll(t *testing.T, root string) {
	t.Helper()
	for name := range testutil.ReadTree(t, root) {
		if err := os.Chmod(filepath.Join(root, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// runAsMachine runs a child on one processor, with a host name of its own where this machine lets it have one.
func runAsMachine(t *testing.T, env []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	child := openCopy(t, os.Args[0])
	if exec.CommandContext(ctx, "unshare", unshare("true")...).Run() != nil {
		t.Log("no namespace for another host name here")
	} else {
		env = append(env, "SET_HOSTNAME=another")
	}
	cmd := exec.CommandContext(ctx, "taskset", "-c", "0", child)
	cmd.Env = env
	if env[len(env)-1] == "SET_HOSTNAME=another" {
		cmd.Args = append([]string{"unshare"}, unshare(cmd.Args...)...)
		cmd.Path, cmd.Err = exec.LookPath("unshare")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// unshare are the arguments of unshare: root needs no user of another namespace.
func unshare(program ...string) []string {
	if os.Geteuid() == 0 {
		return append([]string{"--uts", "--"}, program...)
	}
	return append([]string{"--uts", "--map-root-user", "--"}, program...)
}

// openCopy is a copy of a program that every user may run.
func openCopy(t *testing.T, path string) string {
	t.Helper()
	made := filepath.Join(testutil.PublicDir(t), "child")
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(made, text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}
