//go:build heavy && linux

package programs

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// layers are the projects of the layers under which the programs run.
var layers = map[string]project.Request{
	"passive": testproject.Request("passive", "go", []string{"eglQueryString", "eglSwapBuffers", "glClear", "glDraw*", "glLinkProgram", "!@GL_EXT_mesh_shader", "!@GL_NV_mesh_shader"}),
	"active":  testproject.Request("active", "go", []string{"eglChooseConfig", "eglQueryString", "eglInitialize", "eglMakeCurrent", "glShaderSource", "glGetString", "glUniform*"}),
	"none":    testproject.Request("active", "none", []string{"@all"}),
	"draw":    drawing(),
	"hud":     hud(),
}

// drawing returns the project of a layer that draws at each swap. What it draws is transparent, so that pictures stay the same.
func drawing() project.Request {
	q := testproject.Request("active", "c", []string{"eglQueryString", "eglSwapBuffers"})
	q.Config.Template, q.Config.Sets = "c", []string{"draw"}
	q.Author = map[string][]byte{"src/hooks.c": []byte(drawingHooks)}
	return q
}

// hud returns the project of a layer with the module hud, whose panel is transparent: see software.
func hud() project.Request {
	q := testproject.Request("passive", "none", []string{"eglSwapBuffers"})
	q.Config.Template, q.Config.Sets = "c", []string{"hud"}
	return q
}

const drawingHooks = `#include "zz_generated_hooks.h"

void hook_initialize(void) {}

const char *hook_eglQueryString(next_eglQueryString next, EGLDisplay dpy, EGLint name) {
    return next(dpy, name);
}

EGLBoolean hook_eglSwapBuffers(next_eglSwapBuffers next, EGLDisplay dpy, EGLSurface surface) {
    layer_draw_rect(0, 0, 1000, 1000, 0xFF00FF00);
    layer_draw_text(8, 8, 3, 0xFFFFFF00, "transparent");
    return next(dpy, surface);
}
`

// chains are the ways to chain them; the first layer of each is next to the program. A chain without layers
// has only the loader.
var chains = []struct {
	name   string
	layers []string
}{
	{"loader", nil},
	{"passive", []string{"passive"}},
	{"active", []string{"active"}},
	{"three", []string{"passive", "none", "active"}},
	{"none", []string{"none"}},
	{"draw", []string{"draw"}},
	{"hud", []string{"hud"}},
}

// stage holds what is built once for all tests.
var stage struct {
	sync.Once
	dir  string
	host *loader.Host
	libs map[string]string
	err  error
}

// TestMain removes the stage.
func TestMain(m *testing.M) {
	code := m.Run()
	if stage.dir != "" {
		os.RemoveAll(stage.dir)
	}
	os.Exit(code)
}

// setStage builds the loader's libraries and the layers.
func setStage(t *testing.T) {
	t.Helper()
	stage.Do(func() {
		if stage.dir, stage.err = os.MkdirTemp("", "programs-"); stage.err != nil {
			return
		}
		if stage.host, stage.err = loader.Prepare(t.Context(), loader.Options{Cache: filepath.Join(stage.dir, "cache")}); stage.err != nil {
			return
		}
		stage.libs = map[string]string{}
		for name, q := range layers {
			stage.libs[name] = filepath.Join(stage.dir, "lib"+name+".so")
			if stage.err = os.Rename(testproject.Build(t, create(t, q, name)), stage.libs[name]); stage.err != nil {
				return
			}
		}
	})
	if stage.err != nil || len(stage.libs) != len(layers) {
		t.Fatalf("the stage is not set: %v (make deps installs what is missing)", stage.err)
	}
}

// create writes the project of a layer.
func create(t *testing.T, q project.Request, name string) string {
	t.Helper()
	q.Config.Name = name
	return testproject.Create(t, registry.Builtin(), q, name)
}

// paths returns the files of a chain.
func paths(names []string) []string {
	var libs []string
	for _, name := range names {
		libs = append(libs, stage.libs[name])
	}
	return libs
}
