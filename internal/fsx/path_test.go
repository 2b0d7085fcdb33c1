package fsx

import "testing"

func TestIsPortablePath(t *testing.T) {
	for name, want := range map[string]bool{"a": true, "a/b.c": true, "..a/b": true, ".": false, "": false, "..": false, "a/../b": false, "../a": false,
		"/a": false, "a//b": false, "a/": false, "./a": false, "a b": false, `a\b`: false, "a:b": false, "é": false, "a\x00": false} {
		if got := IsPortablePath(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestIsReservedName(t *testing.T) {
	for name, want := range map[string]bool{"con": true, "CON": true, "nul.txt": true, "com1": true, "lpt9.": true, "cons": false, "com": false, "aux-": false, "x.con": false} {
		if got := IsReservedName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
