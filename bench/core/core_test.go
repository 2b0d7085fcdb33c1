package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Each edit differs from all previous ones, so that no build cache has the result.
func TestEditor(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hooks.go")
	const head, tail = "func f() {\n\treturn next(dpy, attribList, configs, configSize", ", numConfig)\n}\n"
	if err := os.WriteFile(file, []byte(head+tail), 0o600); err != nil {
		t.Fatal(err)
	}
	edit := editor(file)
	for _, want := range []string{"+1", "+2", "+3"} {
		if err := edit(); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(file); string(text) != head+want+tail {
			t.Errorf("%s: %s", want, text)
		}
	}
	if err := os.WriteFile(file, []byte("package main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := edit(); err == nil {
		t.Error("an edit of nothing")
	}
}
