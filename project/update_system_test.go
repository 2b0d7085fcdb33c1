//go:build linux

package project

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// publicProject returns a project that every user can change.
func publicProject(t *testing.T) string {
	t.Helper()
	q := request(filepath.Join(testutil.PublicDir(t), "p"))
	if _, err := Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	err := filepath.Walk(q.Dir, func(path string, info os.FileInfo, err error) error {
		if err == nil {
			err = os.Chmod(path, info.Mode()|0o666|info.Mode()&0o111)
		}
		if err == nil && info.IsDir() {
			err = os.Chmod(path, 0o777)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return q.Dir
}

// A directory or file without permission gives one clear error, and nothing changes.
func TestUpdateWithoutRights(t *testing.T) {
	for path, mode := range map[string]os.FileMode{".": 0o555, "core/fakedriver": 0o555, "gles": 0o500, "gles/zz_generated_enum.go": 0o000, LockName: 0o000, ConfigName: 0o000} {
		dir := publicProject(t)
		at := filepath.Join(dir, path)
		was, err := os.Stat(at)
		if err == nil {
			err = os.Chmod(at, mode)
		}
		if err != nil {
			t.Fatal(err)
		}
		before := testutil.ReadTree(t, dir)
		out, err := inChild(t, dir, "NO_RIGHTS=1", "UPDATE=+glClear")
		if err == nil || !strings.Contains(out, "permission denied\nhint: ") || strings.Count(out, "\n") != 2 || !strings.Contains(out, dir) {
			t.Errorf("%s: %v, %q", path, err, out)
		}
		testutil.CheckTree(t, dir, before)
		if err := os.Chmod(at, was.Mode()); err != nil {
			t.Fatal(err)
		}
		if out, err := inChild(t, dir, "NO_RIGHTS=1", "UPDATE=+glClear"); err != nil {
			t.Errorf("%s: with rights: %v, %s", path, err, out)
		}
	}
}

// The disk is full from this process's view: its files have a size limit.
func TestUpdateDiskFull(t *testing.T) {
	dir := createWith(t)
	before := testutil.ReadTree(t, dir)
	for _, size := range []string{"0", "100", "2000", "20000"} {
		out, err := inChild(t, dir, "FSIZE="+size, "UPDATE=+gl*")
		if err == nil || !strings.Contains(out, ": file too large\nhint: nothing was changed; ") || !strings.HasPrefix(out, "cannot write "+dir) {
			t.Errorf("%s: %v, %q", size, err, out)
		}
		testutil.CheckTree(t, dir, before)
	}
}

// Concurrent runs wait for each other: each reads a complete project, and the result has the changes of all.
func TestUpdatesAtOnce(t *testing.T) {
	dir := createWith(t)
	names := []string{"glClear", "glFlush", "glFinish", "glEnable", "glDisable", "glGetError"}
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Go(func() {
			if out, err := inChild(t, dir, "UPDATE=+"+name); err != nil {
				t.Errorf("%s: %v, %s", name, err, out)
			}
		})
	}
	wg.Wait()
	config := testutil.ReadText(t, dir, ConfigName)
	for _, name := range names {
		if !strings.Contains(config, fmt.Sprintf("  - {match: %s, hooks: go}\n", name)) {
			t.Errorf("%s is not there:\n%s", name, config)
		}
	}
	if u := planUpdate(t, UpdateRequest{Root: dir}); len(u.Changes) != 0 {
		t.Errorf("%v", u.Changes)
	}
}

// A run that does not end prevents changes by another run.
func TestUpdateWaits(t *testing.T) {
	dir := createWith(t)
	held, err := lockRoot(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	testutil.CheckHint(t, updateWith(ctx, UpdateRequest{Root: dir}), dir, "another run of gleslayergen")
}

// An update that is interrupted before its renames leaves nothing.
func TestUpdateCancelled(t *testing.T) {
	dir := createWith(t)
	before := testutil.ReadTree(t, dir)
	for asked := range 6 {
		u := planUpdate(t, UpdateRequest{Root: dir, Add: []string{"glClear"}})
		ctx := patience{t.Context(), make(chan struct{}, asked)}
		for range asked {
			ctx.left <- struct{}{}
		}
		if err := u.Write(ctx); err == nil || err.Error() != "interrupted: nothing was written" {
			t.Errorf("after %d questions: %v", asked, err)
		}
		u.Close()
		testutil.CheckTree(t, dir, before)
	}
}
