package record

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

var (
	//go:embed data/pname_counts.tsv
	pnamesTable string
	//go:embed data/formats.tsv
	formatsTable string
)

// NumberTable is a table that the recorder searches by the value of an enum. Its rows are sorted by value.
type NumberTable struct {
	Name, What string
	Rows       []NumberRow
}

// NumberRow is a number for the value of an enum.
type NumberRow struct {
	Value  uint32
	Number uint32 // a count, or the enum that queries the count; every enum is larger than every count
	Name   string
}

// resolveNumbers fills the tables. It leaves out enums that the registry in use does not have, so that an older
// registry works.
func (rec *Recorder) resolveNumbers() error {
	pnames, err := rec.pnameCounts()
	rec.Numbers = []*NumberTable{{"trace_pnames", "For each pname, the number of its values, or the enum that queries this number.", pnames}}
	for _, kind := range [][3]string{
		{"format", "trace_formats", "The number of components of each format."},
		{"type", "trace_types", "The size of one component of each type, in bytes."},
		{"packed", "trace_packed", "The size of all components of each packed type, in bytes."},
		{"uniform", "trace_uniforms", "The number of values of a uniform, by type; a uniform of any other type has one value."},
		{"column", "trace_columns", "The number of locations of an attribute, by type; an attribute of any other type has one location."},
		{"vertex", "trace_vertices", "The minimum number of components of a vertex attribute, for each component type."},
	} {
		rec.Numbers = append(rec.Numbers, &NumberTable{Name: kind[1], What: kind[2], Rows: Formats(rec.registry, kind[0])})
	}
	for _, t := range rec.Numbers {
		t.Rows = sortRows(t.Rows)
	}
	return err
}

// Formats returns the rows of formats.tsv of a kind, sorted by value, without enums that the registry lacks.
func Formats(r *registry.Registry, kind string) (rows []NumberRow) {
	for _, row := range table.Rows("formats.tsv", formatsTable, 4) {
		if e, ok := r.Enum(row[1]); ok && row[0] == kind {
			n, _ := strconv.Atoi(row[2])
			rows = append(rows, NumberRow{uint32(e.Value), uint32(n), e.Name})
		}
	}
	return sortRows(rows)
}

// sortRows sorts rows by value and removes all but the first of a value.
func sortRows(rows []NumberRow) []NumberRow {
	slices.SortStableFunc(rows, func(a, b NumberRow) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(rows, func(a, b NumberRow) bool { return a.Value == b.Value })
}

// pnameCounts returns the names of pname_counts.tsv, then all others that a function takes: those have one value each.
func (rec *Recorder) pnameCounts() ([]NumberRow, error) {
	r := rec.registry
	rows, err := pnameRows(r)
	for _, name := range rec.pnameGroups() {
		if g, ok := r.Group(name); ok {
			for _, enum := range g.Enums {
				if e, ok := r.Enum(enum); ok {
					rows = append(rows, NumberRow{uint32(e.Value), 1, e.Name})
				}
			}
		}
	}
	return rows, err
}

// SeveralValues returns the names with more than one value whose number is known, sorted by value.
func SeveralValues(r *registry.Registry) ([]NumberRow, error) {
	rows, err := pnameRows(r)
	rows = sortRows(rows)
	return slices.DeleteFunc(rows, func(row NumberRow) bool { return row.Number <= 1 || row.Number > math.MaxUint8 }), err
}

// pnameRows returns the names of pname_counts.tsv.
func pnameRows(r *registry.Registry) (rows []NumberRow, err error) {
	for _, row := range table.Rows("pname_counts.tsv", pnamesTable, 3) {
		n, err := strconv.Atoi(row[1])
		if query, ok := r.Enum(row[1]); ok {
			n, err = int(query.Value), nil
		}
		if _, known := r.Enum(row[0]); err != nil && known {
			return nil, fmt.Errorf("pname_counts.tsv: %s: %q is neither a count nor an enum", row[0], row[1])
		}
		for _, e := range matchingEnums(r, row[0]) {
			rows = append(rows, NumberRow{uint32(e.Value), uint32(n), e.Name})
		}
	}
	return rows, nil
}

// matchingEnums returns the enums whose names match a pattern.
func matchingEnums(r *registry.Registry, pattern string) (found []*registry.Enum) {
	for _, e := range r.Enums {
		if ok, _ := path.Match(pattern, e.Name); ok {
			found = append(found, e)
		}
	}
	return found
}

// pnameGroups returns the groups of the parameters that determine a number of values.
func (rec *Recorder) pnameGroups() []string {
	var names []string
	for _, c := range rec.commands {
		for _, v := range c.Params {
			if v.Name == "pname" || v.Name == "cap" {
				names = append(names, v.Group)
			}
		}
		for _, d := range rec.recordings[c.Name].Captures {
			named := func(v Value) bool { return d.Copy.Function == copyNamed && csyntax.Expr(v.Name) == d.Copy.Args[3] }
			if i := slices.IndexFunc(c.Params, named); i >= 0 {
				names = append(names, c.Params[i].Group)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
