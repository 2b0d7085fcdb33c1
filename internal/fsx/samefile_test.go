package fsx

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(at(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(at("a"), at("linked")); err != nil {
		t.Fatal(err)
	}
	for pair, want := range map[[2]string]bool{
		{at("a"), at("a")}: true, {at("a"), at("linked")}: true, {dir, at(".")}: true,
		{at("a"), at("b")}: false, {at("a"), at("c")}: false, {at("c"), at("c")}: false,
	} {
		if got := SameFile(pair[0], pair[1]); got != want {
			t.Errorf("%q: %v", pair, got)
		}
	}
}
