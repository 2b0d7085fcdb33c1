//go:build heavy

package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// stormKinds are what the layer of a storm intercepts: hooks in Go, hooks in C, and bare trampolines.
var stormKinds = []project.Intercept{
	{Hooks: "go", Match: "eglCreatePbufferSurface,eglSwapBuffers,eglTerminate,glClear,glCreateProgram,glReadPixels,glShaderSource,glUniform4f"},
	{Hooks: "c", Match: "glDrawArrays,glUseProgram"},
	{Hooks: "none", Match: "eglMakeCurrent,glClearColor,glCompileShader,glCreateShader,glGetError,glVertexAttribPointer,glViewport"},
}

// setsNeed is how many commands more the ready sets stand in the way of: eglCreateContext and eglDestroyContext.
const setsNeed = 2

// stormProject writes the project of a storm's layer, with ready sets or without; fault, if there is one, names what hooks.c
// has to do wrong.
func stormProject(t *testing.T, fault string, sets ...string) string {
	t.Helper()
	k := kase{name: "storm", request: request("active", "go", nil, "glGetString")}
	k.request.Config.Name = "storm"
	k.request.Config.Intercept = stormKinds
	k.request.Config.Sets = sets
	dir := k.write(t)
	for from, to := range map[string]string{"hooks.go.txt": "hooks.go", "hooks.c.txt": "core/hooks.c"} {
		text, err := os.ReadFile(filepath.Join("testdata", "storm", from))
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

// A storm is a layer and the program that strains it, built in one way, with what their environment needs.
type storm struct {
	host, lib string
	env       []string
	sets      bool // ready sets stand around all hooks
}

// stormHost compiles the program.
func stormHost(t *testing.T, flags ...string) string {
	t.Helper()
	host := filepath.Join(t.TempDir(), "storm")
	sources, err := filepath.Glob("testdata/storm/*.c")
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", host}, flags...)
	command(t, ".", "gcc", append(append(args, sources...), "-ldl")...)
	return host
}
