package build

import (
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// request returns a request for a small project in dir: one Go hook, passive.
func request(dir string) project.Request {
	return project.Request{Module: "example.com/a", Dir: dir, Tool: "test", Config: project.Config{Name: "a", Init: "passive", API: "egl=1.5,gles2=3.2",
		Extensions: "all", Template: "go", Intercept: []project.Intercept{{Match: "eglChooseConfig", Hooks: "go"}}}}
}

func create(t *testing.T, dir string) error {
	t.Helper()
	_, err := project.Create(t.Context(), registry.Builtin(), request(dir))
	return err
}

// newProject creates the small project in a new directory.
func newProject(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "p")
	if err := create(t, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}
