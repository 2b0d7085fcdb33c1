package project

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// loadBuiltin returns the built-in registry, for projects that name no registry files.
func loadBuiltin(gl, egl string) (*registry.Registry, error) { return registry.Builtin(), nil }

// childUpdate runs an update in a process of its own, on one thread, so that its system calls can be counted.
func childUpdate(dir string, words []string) error {
	runtime.LockOSThread()
	return updateWith(context.Background(), requested(dir, words))
}

// requested parses a request: +PATTERN adds, -PATTERN drops.
func requested(dir string, words []string) UpdateRequest {
	q := UpdateRequest{Root: dir}
	for _, w := range words {
		if name, ok := strings.CutPrefix(w, "+"); ok {
			q.Add = append(q.Add, name)
		} else if name, ok := strings.CutPrefix(w, "-"); ok {
			q.Drop = append(q.Drop, name)
		}
	}
	return q
}

// updateWith runs a requested update with the built-in registry.
func updateWith(ctx context.Context, q UpdateRequest) error {
	q.Tool = "test"
	if q.Load == nil {
		q.Load = loadBuiltin
	}
	u, err := PlanUpdate(ctx, q)
	if err != nil {
		return err
	}
	defer u.Close()
	return u.Write(ctx)
}

// planUpdate returns the plan of an update.
func planUpdate(t *testing.T, q UpdateRequest) *Update {
	t.Helper()
	q.Tool = "test"
	if q.Load == nil {
		q.Load = loadBuiltin
	}
	u, err := PlanUpdate(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Close)
	return u
}

// createWith creates the small project in a new directory, with other patterns if any are given.
func createWith(t *testing.T, rules ...Intercept) string {
	t.Helper()
	q := request(filepath.Join(t.TempDir(), "p"))
	if len(rules) > 0 {
		q.Config.Intercept = rules
	}
	if _, err := Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return q.Dir
}

// copied returns a copy of a project.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "p")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}
