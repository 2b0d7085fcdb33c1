//go:build heavy

package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// stressKinds are what the layer of a stress test intercepts: hooks in Go, hooks in C, and bare trampolines.
var stressKinds = []project.Intercept{
	{Hooks: "go", Match: "eglCreatePbufferSurface,eglSwapBuffers,eglTerminate,glClear,glCreateProgram,glReadPixels,glShaderSource,glUniform4f"},
	{Hooks: "c", Match: "glDrawArrays,glUseProgram"},
	{Hooks: "none", Match: "eglMakeCurrent,glClearColor,glCompileShader,glCreateShader,glGetError,glVertexAttribPointer,glViewport"},
}

// setsNeed is the number of commands that modules intercept in addition: eglGetError for errors, eglCreateContext, eglDestroyContext and
// eglReleaseThread for contexts, and the eight queries of extensions.
const setsNeed = 12

// stressProject writes the project of the layer, with modules or without. fault, if not empty, names a bug to
// put into hooks.c.
func stressProject(t *testing.T, fault string, sets ...string) string {
	t.Helper()
	k := kase{name: "stress", request: request("active", "go", nil, "glGetString")}
	k.request.Config.Name = "stress"
	k.request.Config.Intercept = stressKinds
	k.request.Config.Sets = sets
	dir := k.write(t)
	for from, to := range map[string]string{"hooks.go.txt": "hooks.go", "hooks.c.txt": "core/hooks.c"} {
		text, err := os.ReadFile(filepath.Join("testdata", "stress", from))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, to), string(text))
	}
	if fault != "" {
		write(t, filepath.Join(dir, "core", "planted.go"), "package core\n\n// #cgo CFLAGS: -DPLANTED_"+fault+"\nimport \"C\"\n")
	}
	return dir
}

// A stress is a layer and the program that calls it, built with the same flags, and their environment.
type stress struct {
	host, lib string
	env       []string
	sets      bool // with modules around all hooks
}

// stressHost compiles the program.
func stressHost(t *testing.T, flags ...string) string {
	t.Helper()
	host := filepath.Join(t.TempDir(), "stress")
	sources, err := filepath.Glob("testdata/stress/*.c")
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", host}, flags...)
	command(t, ".", "gcc", append(append(args, sources...), "-ldl")...)
	return host
}
