package main

import (
	"os"
	"strings"
	"testing"
)

// Each row of programs.tsv can be stopped, has a package that make deps-test-programs installs, and is on the page.
func TestPrograms(t *testing.T) {
	packages, err := os.ReadFile("../../scripts/deps.tsv")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range programs() {
		if seen[p.name] {
			t.Errorf("two rows of %s", p.name)
		}
		seen[p.name] = true
		_, isSignal := signals[p.stop]
		if _, isKey := strings.CutPrefix(p.stop, pressKey); !isSignal && !isKey && p.stop != endsItself {
			t.Errorf("%s: unknown way to stop: %q", p.name, p.stop)
		}
		for _, name := range p.packages {
			if !strings.Contains(string(packages), "\n"+name+"\t") {
				t.Errorf("%s: scripts/deps.tsv has no package %s", p.name, name)
			}
		}
		if !strings.Contains(string(page), "\n| "+p.name+" | ") {
			t.Errorf("docs/reliability.md has no row of %s", p.name)
		}
	}
	if len(seen) < 15 {
		t.Errorf("%d programs", len(seen))
	}
}

func TestSameMessages(t *testing.T) {
	for _, c := range []struct {
		ours, a, b string
		same       bool
	}{
		{"60 frames\n", "61 frames\n", "59 frames\n", true},
		{"", "", "once\n", true},
		{"E libEGL: validate_display:93 error 3001 (EGL_NOT_INITIALIZED)\n60 frames\n", "60 frames\n", "60 frames\n", true},
		{"60 frames\nslow\n", "60 frames\n", "60 frames\n", false},
		{"", "60 frames\n", "60 frames\n", false},
	} {
		if err := sameMessages("any", c.ours, c.a, c.b); (err == nil) != c.same {
			t.Errorf("%q, %q, %q: %v", c.ours, c.a, c.b, err)
		}
	}
}

func TestPictures(t *testing.T) {
	black := make([]byte, 4*width*height)
	other := append([]byte(nil), black...)
	for i := range 4 {
		other[4*i] = byte(i)
	}
	if drawn(black, 2) || !drawn(other, 4) || drawn(other, 5) {
		t.Errorf("drawn: %v, %v", drawn(black, 2), drawn(other, 4))
	}
	if got := differing(black, other) * width * height; got != 3 {
		t.Errorf("%v pixels differ", got)
	}
}
