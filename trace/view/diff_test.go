package view

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// check checks that the pairs are equal and in order.
func check[K comparable](t *testing.T, a, b []K, pairs []matchPair) {
	t.Helper()
	at := matchPair{-1, -1}
	for _, p := range pairs {
		if p.A <= at.A || p.B <= at.B || a[p.A] != b[p.B] {
			t.Fatalf("%v and %v: %v after %v", a, b, p, at)
		}
		at = p
	}
}

// common returns the length of a longest common subsequence with the quadratic algorithm.
func common[K comparable](a, b []K) int {
	best := make([]int, len(b)+1)
	for _, k := range a {
		before := 0
		for j := range b {
			after := best[j+1]
			if k == b[j] {
				best[j+1] = before + 1
			} else {
				best[j+1] = max(best[j+1], best[j])
			}
			before = after
		}
	}
	return best[len(b)]
}

func TestDiffPairs(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 0}, {"", "a", 0}, {"a", "a", 1}, {"a", "b", 0},
		{"abcabba", "cbabac", 4}, {"xaby", "xby", 3}, {"aXbYc", "abc", 3}, {"aaaa", "aa", 2}, {"abcdef", "fabcde", 5},
	} {
		got := diffPairs([]rune(c.a), []rune(c.b))
		check(t, []rune(c.a), []rune(c.b), got)
		if len(got) != c.want {
			t.Errorf("%q and %q: %v, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestScriptIsShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func() []int {
		keys := make([]int, r.IntN(40))
		for i := range keys {
			keys[i] = r.IntN(4)
		}
		return keys
	}
	for range 500 {
		a, b := some(), some()
		got := editScript(a, b)
		check(t, a, b, got)
		if want := common(a, b); len(got) != want {
			t.Fatalf("%v and %v: %d matches of %d", a, b, len(got), want)
		}
		check(t, a, b, diffPairs(a, b))
	}
}

// TestBound: inputs with nothing in common end quickly, and their equal ends are matched.
func TestBound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	a, b := make([]int, 100_000), make([]int, 100_000)
	for i := range a {
		a[i], b[i] = r.IntN(50), 25+r.IntN(50)
	}
	a[0], b[0] = 7, 7
	got := diffPairs(a, b)
	check(t, a, b, got)
	if len(got) == 0 || got[0] != (matchPair{}) {
		t.Errorf("%d pairs", len(got))
	}
	same := slices.Clone(a)
	if got := diffPairs(a, same); len(got) != len(a) {
		t.Errorf("%d of %d equal keys", len(got), len(a))
	}
}

func FuzzDiffPairs(f *testing.F) {
	f.Add([]byte("abcabba"), []byte("cbabac"))
	f.Fuzz(func(t *testing.T, a, b []byte) { check(t, a, b, diffPairs(a, b)) })
}
