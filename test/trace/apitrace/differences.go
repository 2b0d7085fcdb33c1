package apitrace

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// MaxDifferences is the maximum number of allowed differences.
const MaxDifferences = 12

// Difference is an allowed difference.
type Difference struct {
	Kind   string
	Calls  []string // patterns
	Reason string
	used   bool
}

//go:embed differences.tsv
var differencesTable string

// Differences has the allowed differences and whether each was used.
type Differences struct{ rows []*Difference }

// AllDifferences returns the differences of the table.
func AllDifferences() *Differences {
	return (&Differences{}).With("differences.tsv", differencesTable)
}

// With returns the differences and those of another table.
func (d *Differences) With(name, text string) *Differences {
	return &Differences{append(slices.Clone(d.rows), table.Must(name, text, 3, table.Row(func(row []string) *Difference {
		return &Difference{Kind: row[0], Calls: strings.Split(row[1], ","), Reason: row[2]}
	}))...)}
}

// Used returns the differences that were allowed.
func (d *Differences) Used() (used []Difference) {
	for _, row := range d.rows {
		if row.used {
			used = append(used, *row)
		}
	}
	return used
}

// Allow reports whether a difference is allowed, and marks its row as used.
func (d *Differences) Allow(kind, name string) bool {
	for _, row := range d.rows {
		if row.Kind == kind && slices.ContainsFunc(row.Calls, func(p string) bool { ok, _ := path.Match(p, name); return ok }) {
			row.used = true
			return true
		}
	}
	return false
}

// Check fails if the table is too long, or a row was not used.
func (d *Differences) Check() error {
	if len(d.rows) > MaxDifferences {
		return fmt.Errorf("%d rows of what may differ, and at most %d are allowed", len(d.rows), MaxDifferences)
	}
	for _, row := range d.rows {
		if !row.used {
			return fmt.Errorf("what may differ: %s %s is needed by nothing", row.Kind, strings.Join(row.Calls, ","))
		}
	}
	return nil
}
