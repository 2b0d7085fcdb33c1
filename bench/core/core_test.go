package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	all, err := choose(nil)
	if err != nil || len(all) != len(parts) {
		t.Errorf("%d parts, %v", len(all), err)
	}
	some, err := choose([]string{"walk", "new"})
	if err != nil || len(some) != 2 || some[0].name != "walk" {
		t.Errorf("%v, %v", some, err)
	}
	if _, err := choose([]string{"wlak"}); err == nil || !strings.Contains(err.Error(), "new, start, build, walk, hooks") {
		t.Errorf("error %v", err)
	}
}

// Each edit differs from all before, so that no build cache has the result.
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
