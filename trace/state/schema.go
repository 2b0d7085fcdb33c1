package state

import (
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// def defines a kind of node.
type def struct {
	name    string // for an element of a collection, the singular name
	order   int
	how     string // the reading's text in the table
	reading calltext.Reading
	initial value
	kids    []*def
	byName  map[string]*def
	each    *def // definition of the elements of a collection
	fresh   func() *node
}

// schema is the root of all definitions. Its children are context, share and thread.
var schema = sync.OnceValue(func() *def {
	root := newDef("", 0)
	order := 0
	table.Must("nodes.tsv", registry.StateTable("nodes.tsv"), 4, func(row []string) (struct{}, error) {
		order++
		d := root
		for part := range strings.SplitSeq(row[0], "/") {
			d = d.make(part, order)
		}
		d.how = row[1]
		if d.how != "-" && d.how != "pname" {
			d.reading = calltext.ParseReading(d.how)
		}
		if d.how == "pname" {
			d.reading = calltext.PnameReading(d.name)
		}
		d.initial = initial(d, row[2])
		return struct{}{}, nil
	})
	return root
})

func newDef(name string, order int) *def {
	d := &def{name: name, order: order, how: "-", byName: map[string]*def{}}
	d.fresh = sync.OnceValue(d.first)
	return d
}

// make returns a child by its word in the table and adds it if it is new.
func (d *def) make(part string, order int) *def {
	if name, many := strings.CutPrefix(part, "*"); many {
		if d.each == nil {
			d.each = newDef(name, order)
		}
		return d.each
	}
	if d.byName[part] == nil {
		d.byName[part] = newDef(part, order)
		d.kids = append(d.kids, d.byName[part])
	}
	return d.byName[part]
}

// child returns the definition of a child, its own or that of the elements.
func (d *def) child(k key) *def {
	if got := d.byName[k.name]; got != nil && k.name != "" {
		return got
	}
	return d.each
}

// first returns a node with the initial values, which all unchanged nodes share.
func (d *def) first() *node {
	n := &node{def: d, value: d.initial, kids: map[key]*node{}}
	for _, kid := range d.kids {
		if kid.always() {
			n.kids[word(kid.name)] = kid.fresh()
		}
	}
	return n
}

// always reports whether the node exists initially.
func (d *def) always() bool { return len(d.kids) > 0 || d.each != nil || d.initial.have }

// initial parses the third column of nodes.tsv.
func initial(d *def, column string) value {
	if column == "-" {
		return value{}
	}
	if text, quoted := strings.CutPrefix(column, "'"); quoted {
		return value{have: true, text: strings.TrimSuffix(text, "'")}
	}
	v := value{have: true, cell: d.reading.Cell()}
	if v.cell == tracepb.Cell_CELL_NONE {
		v.cell = tracepb.Cell_CELL_INT
	}
	for part := range strings.SplitSeq(column, ",") {
		v.many = append(v.many, literal(part, v.cell))
	}
	if len(v.many) == 1 {
		v.one, v.many = v.many[0], nil
	}
	return v
}

// literal parses a number or an enum of a table.
func literal(text string, cell tracepb.Cell) uint64 {
	if e, ok := registry.Builtin().Enum(text); ok {
		return e.Value
	}
	f, err := strconv.ParseFloat(text, 64)
	if n, whole := strconv.ParseInt(text, 0, 64); whole == nil {
		f, err = float64(n), nil
	}
	if err != nil {
		panic("nodes.tsv: " + text)
	}
	return fromFloat(f, cell)
}
