package registry

import (
	"cmp"
	"slices"
	"strings"
)

// nearest are the three names most like name: by edit distance, without regard to case. A common beginning
// counts for half: somebody who leaves out an ending means a longer name rather than another short one.
func nearest(name string, all []string) []string {
	if len(name) > 100 {
		name = name[:100]
	}
	type candidate struct {
		name     string
		distance int
	}
	list := make([]candidate, len(all))
	lower := strings.ToLower(name)
	for i, n := range all {
		list[i] = candidate{n, 2*distance(lower, strings.ToLower(n)) - commonPrefix(lower, strings.ToLower(n))}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, c := range list[:min(3, len(list))] {
		out = append(out, c.name)
	}
	return out
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance is the Levenshtein distance.
func distance(a, b string) int {
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
