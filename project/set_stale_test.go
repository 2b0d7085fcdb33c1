package project

import (
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// A hook counts as called only if generated code calls it in its own set. A function counts as a hook only if update finds it.
func TestNotHooked(t *testing.T) {
	dir := createWith(t)
	lock, err := LoadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	testutil.WriteFiles(t, dir, map[string]string{
		"a/hooks/h.go": "package hooks\n\nfunc GLClear() {}\n\nfunc GLDrawBuffers() {}\n", "hooks/h.go": "package hooks\n\nfunc GLClear() {}\n",
		registered: fmt.Sprintf("package main\n\nimport (\n\thooks_ %q\n)\n\nvar (\n\t_ = hooks_.GLClear\n)\n", lock.Module+"/a/hooks")})
	c := &Config{Sets: []string{"./a/hooks", "./hooks"}, Registry: RegistrySource{GL: "gl.xml", EGL: "/egl.xml"}}
	for api, want := range map[string]string{"gles2=2.0": "[hooks/h.go:3]", "gles2=3.0": "[a/hooks/h.go:5 hooks/h.go:3]"} {
		c.API, c.Extensions = api, "none"
		got := NotHooked(dir, c, func(gl, egl string) (*registry.Registry, error) {
			if gl != fromRoot(dir, "gl.xml") || egl != "/egl.xml" {
				t.Errorf("%s, %s", gl, egl)
			}
			return registry.Builtin(), nil
		})
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v", api, got)
		}
	}
}
