package golden

import (
	"os"
	"path/filepath"
	"testing"
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
	q := cpp(request("active", "c", []string{"glClear", "glCreateProgram", "glShaderSource"}, "glFlush", "eglSwapBuffers", "glGetError"))
	dir := kase{name: "behavior", request: q}.write(t)
	if err := os.Remove(filepath.Join(dir, "test", "hooks_test.cpp")); err != nil {
		t.Fatal(err)
	}
	for file, to := range map[string]string{"hooks.cpp": "src", "behavior.hpp": "src", "behavior_test.cpp": "test"} {
		text, err := os.ReadFile(filepath.Join("testdata", "behavior", "cpp", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to, file), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
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
