// Package align finds what two sequences have in common, in bounded time and memory: what of one frame is also in another.
//
// Keys that occur once in both sequences part them into pieces (patience diff); each piece gets its shortest edit script
// (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986), unless that is too long to look for.
package align

import "slices"

// Pair says that a[A] and b[B] are the same.
type Pair struct{ A, B int }

// edits is how many additions and removals a piece may have before its middle counts as all different. Time is edits times the
// piece's length, memory the square of edits.
const edits = 512

// Pairs matches equal keys, in order.
func Pairs[K comparable](a, b []K) []Pair {
	var all []Pair
	at := Pair{}
	for _, anchor := range append(anchors(a, b), Pair{len(a), len(b)}) {
		for _, p := range between(a[at.A:anchor.A], b[at.B:anchor.B]) {
			all = append(all, Pair{at.A + p.A, at.B + p.B})
		}
		if anchor.A < len(a) {
			all = append(all, anchor)
		}
		at = Pair{anchor.A + 1, anchor.B + 1}
	}
	return all
}

// between matches a piece: its equal ends, and what an edit script leaves of its middle.
func between[K comparable](a, b []K) []Pair {
	var head, tail []Pair
	for len(head) < min(len(a), len(b)) && a[len(head)] == b[len(head)] {
		head = append(head, Pair{len(head), len(head)})
	}
	n, m := len(a), len(b)
	for n > len(head) && m > len(head) && a[n-1] == b[m-1] {
		n, m = n-1, m-1
		tail = append(tail, Pair{n, m})
	}
	slices.Reverse(tail)
	at := len(head)
	for _, p := range script(a[at:n], b[at:m]) {
		head = append(head, Pair{at + p.A, at + p.B})
	}
	return append(head, tail...)
}

// anchors are the keys that occur once in both, as many of them as keep their order.
func anchors[K comparable](a, b []K) []Pair {
	inA, inB := once(a), once(b)
	var all []Pair
	for i, k := range a {
		if j, ok := inB[k]; ok && j >= 0 && inA[k] == i {
			all = append(all, Pair{i, j})
		}
	}
	return rising(all)
}

// once gives the place of each key, -1 if it has several.
func once[K comparable](keys []K) map[K]int {
	at := make(map[K]int, len(keys))
	for i, k := range keys {
		if _, again := at[k]; again {
			i = -1
		}
		at[k] = i
	}
	return at
}

// rising is a longest subsequence in which B rises, too.
func rising(all []Pair) []Pair {
	var ends []int                  // of the subsequences of each length, the one with the lowest end
	before := make([]int, len(all)) // the pair before each in its subsequence
	for i, p := range all {
		n, _ := slices.BinarySearchFunc(ends, p.B, func(end, b int) int { return all[end].B - b })
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
		if n > 0 {
			before[i] = ends[n-1]
		}
	}
	out := make([]Pair, len(ends))
	for n := len(ends) - 1; n >= 0; n-- {
		if n < len(ends)-1 {
			ends[n] = before[ends[n+1]]
		}
		out[n] = all[ends[n]]
	}
	return out
}
