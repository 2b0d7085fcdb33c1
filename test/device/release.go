package device

import (
	_ "embed" // the table
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/rules"
)

//go:embed data/releases.txt
var releasesTable string

// A row is a property, message or feature of some releases.
type row struct {
	kind        string // prop, word or has
	first, last int
	name, value string
}

// A release has the rows of one release, and its data in package rules.
type release struct {
	major int
	rules *rules.Release
	rows  []row // of all releases, so that an unknown name is distinguished from a missing feature
}

const newestMajor = 16

var releaseRows = sync.OnceValue(func() []row {
	rows, err := parseReleases(releasesTable)
	if err != nil {
		panic("device: " + err.Error())
	}
	return rows
})

func parseReleases(text string) ([]row, error) {
	var rows []row
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		facts, reason, _ := strings.Cut(line, " | ")
		f := strings.Fields(facts)
		if len(f) < 4 || reason == "" {
			return nil, fmt.Errorf("releases.txt:%d: not KIND RELEASES NAME VALUE | REASON", number)
		}
		r := row{kind: f[0], name: f[2], value: strings.Join(f[3:], " ")}
		var err error
		if r.first, r.last, err = parseSpan(f[1]); err != nil {
			return nil, fmt.Errorf("releases.txt:%d: %w", number, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func parseSpan(span string) (first, last int, err error) {
	from, to, ranged := strings.Cut(span, "-")
	if first, err = strconv.Atoi(from); err != nil {
		return 0, 0, err
	}
	switch {
	case !ranged:
		return first, first, nil
	case to == "":
		return first, newestMajor, nil
	}
	last, err = strconv.Atoi(to)
	return first, last, err
}

// findRelease returns a release by its name in package rules; "" is the newest.
func findRelease(id string) (*release, error) {
	r := rules.Newest()
	if id != "" {
		var ok bool
		if r, ok = rules.FindRelease(id); !ok {
			return nil, fmt.Errorf("there is no Android %q", id)
		}
	}
	digits := strings.TrimRight(r.ID, "qpr0123456789")
	number := strings.TrimPrefix(r.ID, digits)
	number, _, _ = strings.Cut(number, "q")
	major, err := strconv.Atoi(number)
	return &release{major, r, releaseRows()}, err
}

func (r *release) words(name string) string {
	for _, row := range r.rows {
		if row.kind == "word" && row.name == name && r.in(row) {
			return row.value
		}
	}
	return ""
}

func (r *release) in(row row) bool { return row.first <= r.major && r.major <= row.last }

// has reports whether this release has a feature. The table lists only names that some releases lack.
func (r *release) has(name string) bool {
	known := false
	for _, row := range r.rows {
		if row.kind == "has" && row.name == name {
			if r.in(row) {
				return true
			}
			known = true
		}
	}
	return !known
}

func (r *release) props() map[string]string {
	out := map[string]string{}
	for _, row := range r.rows {
		if row.kind == "prop" && r.in(row) && row.value != "-" {
			out[row.name] = row.value
		}
	}
	return out
}
