package registry

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns at most n of the names that are closest to name by Distance. A common prefix halves the
// distance: an omitted ending suggests a longer name rather than a different short one.
func Nearest(name string, names []string, n int) []string {
	type candidate struct {
		name  string
		score int
	}
	list := make([]candidate, len(names))
	for i, other := range names {
		list[i] = candidate{other, 2*Distance(name, other) - commonPrefix(name, other)}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	var out []string
	for _, c := range list[:min(n, len(list))] {
		out = append(out, c.name)
	}
	return out
}

// maxCompared bounds the cost of a hostile name, in bytes.
const maxCompared = 100

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b), maxCompared) && strings.EqualFold(a[n:n+1], b[n:n+1]) {
		n++
	}
	return n
}

// Distance returns the Levenshtein distance of two names in bytes, ignoring case. Only the first 100 bytes of
// a name count.
func Distance(a, b string) int {
	a, b = strings.ToLower(a[:min(len(a), maxCompared)]), strings.ToLower(b[:min(len(b), maxCompared)])
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
