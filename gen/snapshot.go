package gen

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// snapshotTable says what is asked when a recording begins in the middle of a program.
//
//go:embed data/snapshot.tsv
var snapshotTable string

// question is a row of it: values as C, and the version as ten times the major and the minor.
type question struct {
	Name, Value, With string
	Since             int
}

// snapshot are the questions of a kind, in the table's order.
func (p *Plan) snapshot(kind string) ([]question, error) {
	var out []question
	for _, row := range table.Rows("snapshot.tsv", snapshotTable, 5) {
		if row[0] != kind {
			continue
		}
		q := question{Name: row[1], With: "0"}
		var err error
		if q.Value, err = p.constant(row[1]); err != nil {
			return nil, err
		}
		if row[2] != "-" {
			if q.With, err = p.constant(row[2]); err != nil {
				return nil, err
			}
		}
		var major, minor int
		if _, err := fmt.Sscanf(row[3], "%d.%d", &major, &minor); err != nil {
			return nil, fmt.Errorf("snapshot.tsv: %s is no version", row[3])
		}
		q.Since = 10*major + minor
		out = append(out, q)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("snapshot.tsv has no %s", kind)
	}
	return out, nil
}

// snapshotKinds are the kinds of question, in the table's order.
func snapshotKinds() []string {
	var kinds []string
	for _, row := range table.Rows("snapshot.tsv", snapshotTable, 5) {
		if !slices.Contains(kinds, row[0]) {
			kinds = append(kinds, row[0])
		}
	}
	return kinds
}

// constant is the value of an enum's name.
func (p *Plan) constant(name string) (string, error) {
	i := slices.IndexFunc(p.allConsts, func(c Const) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return "", fmt.Errorf("snapshot.tsv: the registry has no %s", name)
	}
	return p.allConsts[i].Value, nil
}
