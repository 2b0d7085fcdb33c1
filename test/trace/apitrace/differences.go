package apitrace

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// MaxDifferences bounds the table of what may differ.
const MaxDifferences = 12

// Difference is something that may differ.
type Difference struct {
	Kind   string
	Calls  []string // patterns
	Reason string
	used   bool
}

//go:embed differences.tsv
var differencesTable string

// Differences are all that may differ, unused.
type Differences struct{ rows []*Difference }

// AllDifferences reads the table.
func AllDifferences() *Differences {
	return &Differences{table.Must("differences.tsv", differencesTable, 3, table.Row(func(row []string) *Difference {
		return &Difference{Kind: row[0], Calls: strings.Split(row[1], ","), Reason: row[2]}
	}))}
}

// allow reports whether something may differ, and notes that the row was needed.
func (d *Differences) allow(kind, name string) bool {
	for _, row := range d.rows {
		if row.Kind == kind && slices.ContainsFunc(row.Calls, func(p string) bool { ok, _ := path.Match(p, name); return ok }) {
			row.used = true
			return true
		}
	}
	return false
}

// Check refuses a table that is too long, and rows that nothing needed.
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
