package buildid

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// idOf builds a program that prints its identity, with some flags and a text in it, and runs it.
func idOf(t *testing.T, dir, text string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(dir, "program")
	args := append([]string{"build", "-o", exe, "-ldflags=-X main.text=" + text + " " + strings.Join(flags, " ")}, "./testdata/program")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Two builds have one identity only if they are the same program, also where the linker's note is empty or given by hand.
func TestThis(t *testing.T) {
	dir := t.TempDir()
	for _, flags := range [][]string{nil, {"-s"}, {"-buildid="}, {"-buildid=release"}} {
		one, same, other := idOf(t, dir, "one", flags...), idOf(t, dir, "one", flags...), idOf(t, dir, "other", flags...)
		if one != same || one == other || len(one) < 64 {
			t.Errorf("%v: %q, %q, %q", flags, one, same, other)
		}
	}
}

// A program whose file is replaced while it runs keeps its identity.
func TestReplaced(t *testing.T) {
	before, err := This()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	aside := self + ".aside"
	if err := os.Rename(self, aside); err != nil {
		t.Fatal(err)
	}
	defer os.Rename(aside, self)
	if err := os.WriteFile(self, []byte("another"), 0o700); err != nil {
		t.Fatal(err)
	}
	if after, err := This(); err != nil || after != before {
		t.Errorf("%q became %q: %v", before, after, err)
	}
}
