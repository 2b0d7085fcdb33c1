//go:build linux

package loader_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// walkOf returns the names that were passed to a layer during initialization. Later ones also come from
// another thread, at any time.
func walkOf(lines []string) []string {
	last := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "D loader: walk A.so last") })
	return lines[:last+1]
}

// walkUnder runs the program with a seed, and returns the walk.
func walkUnder(t *testing.T, seed uint64) (walk []string) {
	t.Helper()
	// An unknown name is a function of the driver with odd seeds, and null with even ones.
	query, answer := "f=eglGetProcAddress:'glTest1 ?@f", "app @f = 0x70"
	if seed%2 == 0 {
		query, answer = "?eglGetProcAddress:'glTest1", "app eglGetProcAddress = 0"
	}
	c := ruleCase{
		name: "chaos", chaos: &seed, list: "A.so", env: "A_ENDS=late\nA_TELL=*\nA_HOOK=glClear\nFAKE_SAY=glClear\nFAKE_KNOWS=glTest1",
		words: current + "eglQueryAPI eglQueryAPI ?glClear:5 " + query,
		check: func(o outcome) error {
			walk = walkOf(o.lines)
			// The program sees no difference.
			for _, line := range []string{"A glClear", "gles glClear 0x5", "app glClear = 0x11", answer, "app ends"} {
				if !slices.Contains(o.lines, line) {
					return errors.New("there is no " + line + "\n" + strings.Join(o.lines[len(walk):], "\n"))
				}
			}
			return nil
		},
	}
	if err := theFixture(t).runCase(&c, ""); err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	return walk
}

// A seed always gives the same walk, and another seed another one.
func TestChaos(t *testing.T) {
	var seen [][]string
	for seed := range uint64(10) {
		walk := walkUnder(t, seed*7)
		if again := walkUnder(t, seed*7); !slices.Equal(walk, again) {
			t.Errorf("seed %d does not give the same again", seed*7)
		}
		if slices.ContainsFunc(seen, func(other []string) bool { return slices.Equal(walk, other) }) {
			t.Errorf("seed %d gives what another gave", seed*7)
		}
		seen = append(seen, walk)
	}
	if names := strings.Join(seen[0], "\n"); !strings.Contains(names, "A is asked for glChaos") {
		t.Error("no unknown name comes in the walk")
	}
}
