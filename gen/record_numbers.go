package gen

import (
	"cmp"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// The tables of numbers that the recorder looks up by the value of an enum.
var (
	//go:embed data/pnames.tsv
	pnamesTable string
	//go:embed data/formats.tsv
	formatsTable string
)

// numberTable is a table of the recorder's, sorted by value.
type numberTable struct {
	Name, What string
	Rows       []numberRow
}

// numberRow is a number for the value of an enum.
type numberRow struct {
	Value  uint32
	Number uint32 // a name that asks for a count has more than any count
	Name   string
}

// resolveNumbers makes the tables. What the registry in use does not have is left out, so that an older one works.
func (p *Plan) resolveNumbers(r *registry.Registry) error {
	pnames, err := p.pnameCounts(r)
	p.numbers = []*numberTable{{"trace_pnames", "How many values a name has; or what asks for how many.", pnames}}
	for _, kind := range [][3]string{
		{"format", "trace_formats", "How many components a format has."},
		{"type", "trace_types", "How many bytes a component has."},
		{"packed", "trace_packed", "How many bytes all components have together."},
		{"uniform", "trace_uniforms", "How many numbers a uniform has, where they are several."},
		{"column", "trace_columns", "How many locations an attribute has, where they are several."},
		{"vertex", "trace_vertices", "How many numbers a vertex attribute has at least."},
	} {
		t := &numberTable{Name: kind[1], What: kind[2]}
		for _, row := range table.Rows("formats.tsv", formatsTable, 4) {
			if e, ok := r.Enum(row[1]); ok && row[0] == kind[0] {
				n, _ := strconv.Atoi(row[2])
				t.Rows = append(t.Rows, numberRow{uint32(e.Value), uint32(n), e.Name})
			}
		}
		p.numbers = append(p.numbers, t)
	}
	for _, t := range p.numbers {
		slices.SortStableFunc(t.Rows, func(a, b numberRow) int { return cmp.Compare(a.Value, b.Value) })
		t.Rows = slices.CompactFunc(t.Rows, func(a, b numberRow) bool { return a.Value == b.Value })
	}
	return err
}

// pnameCounts are the names of pnames.tsv, and then all others that some function takes: they have one value each.
func (p *Plan) pnameCounts(r *registry.Registry) ([]numberRow, error) {
	var rows []numberRow
	for _, row := range table.Rows("pnames.tsv", pnamesTable, 3) {
		n, err := strconv.Atoi(row[1])
		if ask, ok := r.Enum(row[1]); ok {
			n, err = int(ask.Value), nil
		}
		if _, known := r.Enum(row[0]); err != nil && known {
			return nil, fmt.Errorf("pnames.tsv: %s: neither a count nor an enum: %s", row[0], row[1])
		}
		for _, e := range enumsLike(r, row[0]) {
			rows = append(rows, numberRow{uint32(e.Value), uint32(n), e.Name})
		}
	}
	for _, name := range p.pnameGroups() {
		if g, ok := r.Group(name); ok {
			for _, enum := range g.Enums {
				if e, ok := r.Enum(enum); ok {
					rows = append(rows, numberRow{uint32(e.Value), 1, e.Name})
				}
			}
		}
	}
	return rows, nil
}

// enumsLike are the enums whose names fit a pattern.
func enumsLike(r *registry.Registry, pattern string) (found []*registry.Enum) {
	for _, e := range r.Enums {
		if fits, _ := path.Match(pattern, e.Name); fits {
			found = append(found, e)
		}
	}
	return found
}

var asksCount = lazyregexp.New(`trace_take_named\(t_, \d+, \w+, (\w+),`)

// pnameGroups are the groups of the parameters that say how many values there are; and of those that set what others ask for.
func (p *Plan) pnameGroups() []string {
	var names []string
	for _, c := range p.recorded() {
		for _, v := range c.Params {
			if v.Name == "pname" || v.Name == "cap" {
				names = append(names, v.Group)
			}
		}
		for _, d := range c.recording.captures {
			asks := asksCount.FindStringSubmatch(d.take)
			if i := slices.IndexFunc(c.Params, func(v Value) bool { return asks != nil && v.Name == asks[1] }); i >= 0 {
				names = append(names, c.Params[i].Group)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
