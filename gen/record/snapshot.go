package record

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed data/state_queries.tsv
var snapshotTable string

// Query is a value that the recorder queries if a recording starts while the program runs, and for later snapshots.
type Query struct {
	Name        string
	Value, With string // C constants
	Since       int    // version of OpenGL ES, times ten
}

// Snapshot returns the queries of a kind, in the order of state_queries.tsv.
func (rec *Recorder) Snapshot(kind string) ([]Query, error) {
	var out []Query
	for _, row := range table.Rows("state_queries.tsv", snapshotTable, 5) {
		if row[0] != kind {
			continue
		}
		q := Query{Name: row[1], With: "0"}
		var err error
		if q.Value, err = rec.constant(row[1]); err != nil {
			return nil, err
		}
		if row[2] != "-" {
			if q.With, err = rec.constant(row[2]); err != nil {
				return nil, err
			}
		}
		var major, minor int
		if _, err := fmt.Sscanf(row[3], "%d.%d", &major, &minor); err != nil {
			return nil, fmt.Errorf("state_queries.tsv: %s: invalid version %q", row[1], row[3])
		}
		q.Since = 10*major + minor
		out = append(out, q)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("state_queries.tsv has no rows of kind %q", kind)
	}
	return out, nil
}

// SnapshotKinds returns the kinds of queries, in the order of state_queries.tsv.
func SnapshotKinds() []string {
	var kinds []string
	for _, row := range table.Rows("state_queries.tsv", snapshotTable, 5) {
		if !slices.Contains(kinds, row[0]) {
			kinds = append(kinds, row[0])
		}
	}
	return kinds
}

// constant returns the value of an enum in C.
func (rec *Recorder) constant(name string) (string, error) {
	e, ok := rec.registry.Enum(name)
	if !ok {
		return "", fmt.Errorf("state_queries.tsv: the registry has no enum %s", name)
	}
	return fmt.Sprintf("%#04x", e.Value), nil
}
