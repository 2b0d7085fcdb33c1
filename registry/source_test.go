package registry

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

const (
	glad    = "/usr/lib/python3/dist-packages/glad/files/" // Debian's python3-glad
	khronos = "/usr/share/khronos-api/"                    // Debian's khronos-api
	shared  = "../../shared/registry/"                     // next to the repository, if available
)

// xmlPair holds gl.xml and egl.xml from one source, decoded at most once.
type xmlPair struct {
	name, gl, egl string
	optional      bool // may be missing outside CI
	load          func() (*Registry, error)
}

func newPair(name, gl, egl, date string, optional bool) *xmlPair {
	p := &xmlPair{name: name, gl: gl, egl: egl, optional: optional}
	p.load = sync.OnceValues(func() (*Registry, error) {
		g, err := ReadFile(gl)
		e, err2 := ReadFile(egl)
		if err = errors.Join(err, err2); err != nil {
			return nil, err
		}
		g.Date, e.Date = date, date
		return Decode(g, e)
	})
	return p
}

var (
	debian = newPair("glad", glad+"gl.xml", glad+"egl.xml", "2022-10", false)
	old    = newPair("2022-07", shared+"2022-07/gl.xml", shared+"2022-07/egl.xml", "2022-07", true)
	newest = newPair("2026-05", shared+"2026-05/gl.xml", shared+"2026-05/egl.xml", "2026-05", true)
	pairs  = []*xmlPair{debian, newPair("khronos-api", khronos+"gl.xml", glad+"egl.xml", "2022-10", false), old, newest}
)

// registry returns the decoded pair. If it is missing, the test fails, or is skipped where the pair is
// optional.
func (p *xmlPair) registry(t testing.TB) *Registry {
	t.Helper()
	p.need(t)
	r, err := p.load()
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return r
}

func (p *xmlPair) need(t testing.TB) {
	t.Helper()
	if !p.optional {
		for _, path := range []string{p.gl, p.egl} {
			if _, err := os.Stat(path); err != nil {
				t.Fatalf("%v: make deps installs it", err)
			}
		}
		return
	}
	_, err := os.Stat(filepath.Dir(p.gl))
	if errors.Is(err, fs.ErrNotExist) && os.Getenv("CI") != "true" {
		t.Skipf("%s stands only beside the repository", filepath.Dir(p.gl))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// written returns a model in snapshot form.
func written(t testing.TB, r *Registry) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteSnapshot(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// reread returns the model that the snapshot of r gives.
func reread(t testing.TB, r *Registry) *Registry {
	t.Helper()
	again, err := ReadSnapshot(written(t, r))
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// forAll runs a test on the embedded model and on each pair.
func forAll(t *testing.T, test func(t *testing.T, r *Registry)) {
	t.Run("builtin", func(t *testing.T) { test(t, Builtin()) })
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) { test(t, p.registry(t)) })
	}
}
