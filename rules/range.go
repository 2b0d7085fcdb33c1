package rules

import (
	"fmt"
	"strings"
)

// Range is a contiguous range of releases as in the tables: "10-" from a release to the newest, "10-11"
// including both, "11" for one. The zero Range is empty.
type Range struct {
	from, to uint8 // positions in Releases, to excluded
}

// ParseRange reads a range over the known releases.
func ParseRange(s string) (Range, error) {
	return parseRange(allReleases(), s)
}

func parseRange(releases []*Release, s string) (Range, error) {
	first, last, dashed := strings.Cut(s, "-")
	from := indexOf(releases, first)
	to := from
	switch {
	case dashed && last == "":
		to = len(releases) - 1
	case dashed:
		to = indexOf(releases, last)
	}
	if from < 0 || to < from {
		return Range{}, fmt.Errorf("%q is not a range of releases: expected RELEASE, FIRST-LAST or FIRST-", s)
	}
	return newRange(from, to+1), nil
}

// newRange returns the releases from position from to before position to.
func newRange(from, to int) Range { return Range{uint8(from), uint8(to)} }

// size returns how many releases are in the range.
func (g Range) size() int { return int(g.to) - int(g.from) }

// indexOf returns the position of the release with exactly this ID, or -1.
func indexOf(releases []*Release, id string) int {
	for i, r := range releases {
		if r.ID == id {
			return i
		}
	}
	return -1
}

// Empty reports whether no release is in the range.
func (g Range) Empty() bool { return g.to <= g.from }

// Contains reports whether r is in the range.
func (g Range) Contains(r *Release) bool { return r.index >= int(g.from) && r.index < int(g.to) }

// String returns the range as in the tables, or "" if it is empty.
func (g Range) String() string {
	if g.Empty() {
		return ""
	}
	all := allReleases()
	switch {
	case int(g.to) == len(all):
		return all[g.from].ID + "-"
	case g.size() == 1:
		return all[g.from].ID
	}
	return all[g.from].ID + "-" + all[g.to-1].ID
}

// phrase returns the range as part of a sentence: "every release from 10 to 16 QPR2".
func (g Range) phrase() string {
	all := allReleases()
	first, last := inSentence(all[g.from]), inSentence(all[g.to-1])
	switch {
	case g.size() == len(all):
		return "every release from " + first + " to " + last
	case first == last:
		return "release " + first
	}
	return "releases " + first + " to " + last
}

// inSentence returns the ID of a release as text writes it: "16 QPR2".
func inSentence(r *Release) string { return strings.Replace(r.ID, "qpr", " QPR", 1) }
