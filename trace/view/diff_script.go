package view

import "slices"

// editRow has, for each diagonal (index in a minus index in b), how far in a the best path reaches with a
// number of edits.
type editRow []int32

func (r editRow) at(diagonal int) int32 { return r[len(r)/2+diagonal] }

// next returns where a path reaches a diagonal with the d-th edit, an addition or a removal. r has the paths
// with one edit less.
func (r editRow) next(diagonal, d int) (x int, added bool) {
	if diagonal == -d || diagonal != d && r.at(diagonal-1) < r.at(diagonal+1) {
		return int(r.at(diagonal + 1)), true
	}
	return int(r.at(diagonal-1)) + 1, false
}

// editScript returns the pairs that a shortest edit script keeps, or nothing if it exceeds maxEdits.
func editScript[K comparable](a, b []K) []matchPair {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	var rows []editRow
	for d := range maxEdits + 1 {
		r := make(editRow, 2*d+1)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				x, _ = rows[d-1].next(k, d)
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			if r[d+k] = int32(x); x >= len(a) && x-k >= len(b) {
				return backtrack(rows, len(a), len(b))
			}
		}
		rows = append(rows, r)
	}
	return nil
}

// backtrack follows the path from its end and returns the pairs on it.
func backtrack(rows []editRow, x, y int) []matchPair {
	var all []matchPair
	for d := len(rows); d >= 0; d-- {
		from, added := 0, false
		if d > 0 {
			from, added = rows[d-1].next(x-y, d)
		}
		for x > from {
			x, y = x-1, y-1
			all = append(all, matchPair{x, y})
		}
		if added {
			y--
		} else {
			x--
		}
	}
	slices.Reverse(all)
	return all
}
