//go:build linux

package testhost

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// smallNames make a small host, which is built sooner.
func smallNames() Names {
	return Names{Platform: []string{"eglGetDisplay", "eglGetProcAddress"}, GL: []string{"glFinish"}}
}

func TestConcurrentBuilds(t *testing.T) {
	tool(t, "cc")
	parent := t.TempDir()
	dir := filepath.Join(parent, "host")
	other := smallNames()
	other.GL = append(other.GL, "glFlush")
	var group sync.WaitGroup
	for i := range 6 {
		names := smallNames()
		if i%2 == 1 {
			names = other
		}
		group.Go(func() {
			if _, err := Build(dir, names); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	onlyEntry(t, parent, "host")
	onlyComplete(t, dir)
}

func TestBuildOnce(t *testing.T) {
	tool(t, "cc")
	dir := filepath.Join(t.TempDir(), "host")
	var times []time.Time
	for range 2 {
		if _, err := Build(dir, smallNames()); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, library))
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, info.ModTime())
	}
	if !times[0].Equal(times[1]) {
		t.Error("what stood there was built again")
	}
}

// The same sources give the same bytes, in whatever folder.
func TestSameBytes(t *testing.T) {
	tool(t, "cc")
	var made []string
	for _, name := range []string{"host", "an other, folder"} {
		dir := filepath.Join(t.TempDir(), name)
		if _, err := Build(dir, smallNames()); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(dir, library))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, string(content))
	}
	if made[0] != made[1] {
		t.Error("two builds differ")
	}
}

func TestBuildRefuses(t *testing.T) {
	tool(t, "cc")
	foreign := filepath.Join(t.TempDir(), "mine")
	if err := os.MkdirAll(filepath.Join(foreign, "precious"), 0o755); err != nil {
		t.Fatal(err)
	}
	fresh := func(name string) string { return filepath.Join(t.TempDir(), name) }
	for _, c := range []struct {
		dir   string
		names Names
		want  string
	}{
		{foreign, smallNames(), "holds other files"},
		{fresh("a:b"), smallNames(), "colon"},
		{fresh("host"), Names{Platform: []string{"eglGetDisplay"}}, "eglGetProcAddress is not in the platform list"},
		{fresh("host"), Names{GL: []string{"glX\n.quad 0"}}, "is no name"},
	} {
		if _, err := Build(c.dir, c.names); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.dir, err, c.want)
		}
	}
	onlyEntry(t, filepath.Dir(foreign), "mine")
	onlyEntry(t, foreign, "precious")
}

// A compiler that fails is quoted, and nothing is left.
func TestCompilerFails(t *testing.T) {
	tool(t, "cc")
	t.Setenv("CC", "cc -DNAMES_H")
	parent := t.TempDir()
	if _, err := Build(filepath.Join(parent, "host"), smallNames()); err == nil || !strings.Contains(err.Error(), "NAMES_ALL") {
		t.Errorf("error %v", err)
	}
	onlyEntry(t, parent, "")
	t.Setenv("CC", "no-such-compiler")
	if _, err := Build(filepath.Join(parent, "host"), smallNames()); err == nil {
		t.Error("built without a compiler")
	}
}

func TestCommandRefusesColon(t *testing.T) {
	cmd := (&Host{t.TempDir()}).Command([]string{"a:b.so"}, "true")
	if err := cmd.Run(); err == nil || !strings.Contains(err.Error(), "colon") {
		t.Errorf("error %v", err)
	}
}

func onlyEntry(t *testing.T, dir, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s holds %q, not %q", dir, got, want)
	}
}

func onlyComplete(t *testing.T, dir string) {
	t.Helper()
	for _, name := range append([]string{library, stampName}, aliases...) {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
