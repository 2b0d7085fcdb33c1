package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// readySets are the modules of the case ready, in the order in which the tests use them.
var readySets = []string{"log", "errors", "frames", "calls", "extensions", "atrace"}

// readyCase has every module, with hooks in Go, hooks in C, and no hooks.
func readyCase() kase {
	q := request("active", "none", []string{"eglChooseConfig", "eglSurfaceAttrib", "eglSwapBuffers", "glBindAttribLocation", "glDeleteSync", "glEnable",
		"glFenceSync", "glGetError", "glGetString", "glMapBufferRange", "glObjectLabel", "glTexParameteri", "glUniform2f", "glViewport"})
	q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: "glClear", Hooks: "go"}, project.Intercept{Match: "glFlush", Hooks: "c"})
	q.Config.Sets = readySets
	return kase{name: "ready", what: "modules around hooks of all kinds", request: q}
}

// framesAlone is a project that only measures frames.
func framesAlone() project.Request {
	q := request("passive", "none", []string{"eglSwapBuffers", "eglSwapBuffersWithDamageKHR"})
	q.Config.Sets = []string{"frames"}
	return q
}

// The documented behavior of each module, over a fake driver that the tests control.
func TestModules(t *testing.T) {
	dir := readyCase().write(t)
	place(t, "testdata/log", dir)
	if err := os.Remove(filepath.Join(dir, "hooks.go")); err != nil {
		t.Fatal(err)
	}
	testProject(t, "ready", dir)
}
