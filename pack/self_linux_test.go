package pack

import (
	"os"
	"testing"
)

// A program whose file is replaced while it runs still renders packs with its own code.
func TestReplaced(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	put := func(content []byte) {
		if err := os.Remove(self); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(self, content, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put([]byte("#!/bin/sh\nexit 9\n"))
	defer put(program)
	if files, err := with(t, packOf(t, "mine"), quick); err != nil || len(files) != 1 || string(files[0].Content) != "mine" {
		t.Errorf("%v %v", files, err)
	}
}
