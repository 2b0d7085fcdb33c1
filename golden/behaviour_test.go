package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// What a generated layer promises its author, tried in a project whose hooks panic, and are switched, under load.
func TestBehaviour(t *testing.T) {
	k := kase{name: "behaviour", request: request("active", "go", []string{"glClear", "glCreateProgram", "glShaderSource"}, "glFlush", "eglSwapBuffers")}
	dir := k.write(t)
	for from, to := range map[string]string{"hooks.go.txt": "hooks.go", "behaviour_test.go.txt": "behaviour_test.go"} {
		text, err := os.ReadFile(filepath.Join("testdata", "behaviour", from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "hooks_test.go")); err != nil {
		t.Fatal(err)
	}
	command(t, dir, "go", "test", "-count=1", ".")
	command(t, dir, "go", "test", "-race", "-count=1", ".")
}
