package view

import "slices"

// matchPair means that a[A] and b[B] are equal.
type matchPair struct{ A, B int }

// maxEdits is the maximum number of additions and removals in a piece; beyond that, its middle counts as
// different. The time is maxEdits times the length of the piece, the memory the square of maxEdits.
const maxEdits = 512

// diffPairs returns pairs of equal keys, in order.
func diffPairs[K comparable](a, b []K) []matchPair {
	var all []matchPair
	at := matchPair{}
	for _, anchor := range append(anchors(a, b), matchPair{len(a), len(b)}) {
		for _, p := range diffPiece(a[at.A:anchor.A], b[at.B:anchor.B]) {
			all = append(all, matchPair{at.A + p.A, at.B + p.B})
		}
		if anchor.A < len(a) {
			all = append(all, anchor)
		}
		at = matchPair{anchor.A + 1, anchor.B + 1}
	}
	return all
}

// diffPiece matches a piece: its equal ends, and what an edit script keeps of its middle.
func diffPiece[K comparable](a, b []K) []matchPair {
	var head, tail []matchPair
	for len(head) < min(len(a), len(b)) && a[len(head)] == b[len(head)] {
		head = append(head, matchPair{len(head), len(head)})
	}
	n, m := len(a), len(b)
	for n > len(head) && m > len(head) && a[n-1] == b[m-1] {
		n, m = n-1, m-1
		tail = append(tail, matchPair{n, m})
	}
	slices.Reverse(tail)
	at := len(head)
	for _, p := range editScript(a[at:n], b[at:m]) {
		head = append(head, matchPair{at + p.A, at + p.B})
	}
	return append(head, tail...)
}

// anchors returns the keys that occur once in both, as many as keep their order.
func anchors[K comparable](a, b []K) []matchPair {
	inA, inB := uniqueIndex(a), uniqueIndex(b)
	var all []matchPair
	for i, k := range a {
		if j, ok := inB[k]; ok && j >= 0 && inA[k] == i {
			all = append(all, matchPair{i, j})
		}
	}
	return longestRising(all)
}

// uniqueIndex returns the index of each key, or -1 if the key occurs several times.
func uniqueIndex[K comparable](keys []K) map[K]int {
	at := make(map[K]int, len(keys))
	for i, k := range keys {
		if _, again := at[k]; again {
			i = -1
		}
		at[k] = i
	}
	return at
}

// longestRising returns a longest subsequence in which B rises, too.
func longestRising(all []matchPair) []matchPair {
	var ends []int                  // for each length, the subsequence with the lowest end
	before := make([]int, len(all)) // the previous pair in the subsequence of each pair
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
	out := make([]matchPair, len(ends))
	for n := len(ends) - 1; n >= 0; n-- {
		if n < len(ends)-1 {
			ends[n] = before[ends[n+1]]
		}
		out[n] = all[ends[n]]
	}
	return out
}
