package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// The documented behavior of a generated layer, in a project whose hooks panic and are switched under load.
func TestBehavior(t *testing.T) {
	testInside(t, "behavior", []string{"glClear", "glCreateProgram", "glShaderSource"}, "glFlush", "eglSwapBuffers")
}

// The same in C++, with the functions of package layer. The heavy tests run it under sanitizers.
func TestBehaviorCPP(t *testing.T) {
	dir := behaviorCPP(t)
	command(t, dir, "make", "test")
	for _, without := range []string{"-fno-exceptions", "-fno-rtti"} {
		command(t, dir, "g++", "-std=c++17", without, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "layer/zz_generated_hooks.cpp", "layer/zz_generated_layer.cpp")
	}
}

// behaviorCPP writes a project with the tests in testdata/behavior/cpp.
func behaviorCPP(t *testing.T) string {
	t.Helper()
	return behaviorIn(t, "cpp", cpp(request("active", "c", []string{"glClear", "glCreateProgram", "glShaderSource"}, "glFlush", "eglSwapBuffers", "glGetError")),
		map[string]string{"hooks.cpp": "src", "behavior.hpp": "src", "behavior_test.cpp": "test"})
}

// behaviorIn writes a project of a pack without Go, and places files of testdata/behavior/PACK instead of its
// hooks and its test.
func behaviorIn(t *testing.T, pack string, q project.Request, place map[string]string) string {
	t.Helper()
	dir := kase{name: "behavior", request: q}.write(t)
	if err := os.Remove(filepath.Join(dir, "test", "hooks_test."+pack)); err != nil {
		t.Fatal(err)
	}
	for file, to := range place {
		text, err := os.ReadFile(filepath.Join("testdata", "behavior", pack, file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to, file), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The same in C alone, with the functions of the C core. The heavy tests run it under sanitizers.
func TestBehaviorC(t *testing.T) {
	testC(t, behaviorC(t))
}

// behaviorC writes a project with the tests in testdata/behavior/c.
func behaviorC(t *testing.T) string {
	t.Helper()
	return behaviorIn(t, "c", inC(request("active", "c", []string{"glClear", "glCreateProgram"}, "glFlush", "eglSwapBuffers")),
		map[string]string{"hooks.c": "src", "behavior.h": "src", "behavior_test.c": "test"})
}

// The log lines of hooks and of the layer itself.
func TestReports(t *testing.T) {
	k := kase{name: "reports", request: request("active", "go", []string{"eglClientWaitSync", "eglSwapBuffers", "eglSwapBuffersWithDamageKHR", "glClear",
		"glGetString", "glPopGroupMarkerEXT"})}
	dir := k.write(t)
	place(t, "testdata/log", dir)
	testProject(t, "reports", dir)
}

// testInside runs the tests in a directory of testdata inside a project that intercepts these commands. The
// heavy tests also use the race detector.
func testInside(t *testing.T, name string, intercept []string, use ...string) {
	t.Helper()
	testProject(t, name, kase{name: name, request: request("active", "go", intercept, use...)}.write(t))
}

// testProject runs the tests in a directory of testdata inside a project.
func testProject(t *testing.T, name, dir string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, "hooks_test.go")); err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join("testdata", name), dir)
	goTool(t, dir, "test", "-count=1", ".")
	if heavy {
		command(t, dir, "go", "test", "-race", "-count=1", ".")
	}
}

// place copies the Go files of a directory of testdata, where their names end in .txt.
func place(t *testing.T, from, to string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "*.go.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", from, err)
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file[:len(file)-len(".txt")])
		if err := os.WriteFile(filepath.Join(to, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
