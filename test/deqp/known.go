package main

import (
	_ "embed"
	"path"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed differences.tsv
var differencesTable string

// difference is a row of differences.tsv.
type difference struct {
	cases  string // pattern
	reason string
}

var differences = table.Must("differences.tsv", differencesTable, 2, func(row []string) (difference, error) {
	_, err := path.Match(row[0], "")
	return difference{row[0], row[1]}, err
})

// knownDifference returns why replays of a case can differ; "" if no reason is known.
func knownDifference(name string) string {
	for _, d := range differences {
		if matches, _ := path.Match(d.cases, name); matches {
			return d.reason
		}
	}
	return ""
}
