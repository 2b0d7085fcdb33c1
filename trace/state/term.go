package state

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// term is a value in the tables: an argument, the result, a number, or a current binding.
type term struct {
	kind   termKind
	arg    int
	less   uint64 // subtracted from the argument
	number uint64
	lookup []lookup
}

type termKind uint8

const (
	argTerm termKind = iota
	resultTerm
	numberTerm
	lookupTerm
)

// lookup is a row of lookups.tsv, prepared for one function.
type lookup struct {
	when conditions
	path path
}

func (c *compiled) parseTerm(text string) (term, error) {
	if name, ok := strings.CutPrefix(text, "@"); ok {
		return c.parseLookup(name)
	}
	name, less, _ := strings.Cut(text, "-GL_")
	if i, ok := c.params[name]; ok {
		t := term{arg: i}
		if less != "" {
			t.less = literal("GL_"+less, cellUint)
		}
		return t, nil
	}
	if text == "result" {
		return term{kind: resultTerm, arg: len(c.f.Params)}, nil
	}
	n, err := parseNumber(text)
	return term{kind: numberTerm, number: n}, err
}

func parseNumber(text string) (n uint64, err error) {
	if e, ok := registry.Builtin().Enum(text); ok {
		return e.Value, nil
	}
	var signed int64
	if _, err := fmt.Sscanf(text, "%v", &signed); err != nil {
		return 0, fmt.Errorf("%q is not a parameter, enum or number", text)
	}
	return uint64(signed), nil
}

func (c *compiled) parseLookup(name string) (term, error) {
	t := term{kind: lookupTerm}
	for _, row := range lookupRows() {
		if row[0] != name {
			continue
		}
		when, err := c.parseConditions(row[1])
		if err != nil {
			return t, err
		}
		p, err := c.parsePath(row[2])
		if err != nil {
			return t, err
		}
		t.lookup = append(t.lookup, lookup{when, p})
	}
	if t.lookup == nil {
		return t, fmt.Errorf("lookups.tsv has no row %q", name)
	}
	return t, nil
}

// eval returns the value of a term, or no value if the recording lacks it.
func (m *machine) eval(t *term) value {
	switch t.kind {
	case numberTerm:
		return value{have: true, cell: cellLong, one: t.number}
	case lookupTerm:
		return m.lookUp(t)
	case resultTerm:
		if m.call.Function.Result == nil {
			return value{}
		}
		return m.argument(m.call.Function.Result, m.call.Result, 0)
	}
	return m.argument(&m.call.Function.Params[t.arg], m.call.Args[t.arg], t.less)
}

func (m *machine) lookUp(t *term) value {
	for i := range t.lookup {
		l := &t.lookup[i]
		if !l.when.hold(m) {
			continue
		}
		out := value{have: true, cell: cellUint}
		m.visitNodes(&l.path, func(keys []key) {
			if n := m.read(keys); n != nil {
				out.one = n.value.one
			}
		})
		return out
	}
	return value{}
}

// argument returns an argument as a value: a number, the numbers of an array, a text, or contents.
func (m *machine) argument(p *file.Param, v file.Value, less uint64) value {
	switch d := v.Data; {
	case d == nil || d.Capture == tracepb.Capture_CAPTURE_OFFSET:
		if strings.HasSuffix(p.Type, "*") && p.Out {
			return value{}
		}
		return value{have: true, cell: p.Cell, one: v.Bits - less}
	case d.Capture != tracepb.Capture_CAPTURE_DATA:
		return value{}
	default:
		return m.contents(p, d)
	}
}

// mostNumbers is the maximum number of elements of an array that are used: no state has more.
const mostNumbers = 1 << 16

func (m *machine) contents(p *file.Param, d *file.Data) value {
	size, cell := calltext.Element(p.Element)
	if cell == cellNone || calltext.IsText(p.Element) {
		return value{have: true, data: d}
	}
	count := int(min(d.Size/uint64(size), mostNumbers))
	return value{have: count > 0, cell: cell, data: d, size: size, count: count}
}

// loaded returns a value with the numbers that are in the file, or without numbers if they are missing.
func loaded(v value, payload func([]uint64) ([]byte, error)) value {
	if !v.array() {
		return v
	}
	out := value{cell: v.cell}
	if payload == nil {
		return out
	}
	data, err := payload(v.data.Payloads)
	if err != nil || len(data) < v.size*(v.from+v.count) {
		return out
	}
	out.have = true
	out.many = calltext.Cells(data[v.size*v.from:v.size*(v.from+v.count)], v.size, v.cell)
	if len(out.many) == 1 {
		out.one, out.many = out.many[0], nil
	}
	return out
}

// mostName is the maximum length of a text that becomes a key or a value.
const mostName = 1 << 12

// text returns the text of a value.
func (m *machine) text(v value) (string, bool) {
	if v.data == nil {
		return v.text, v.have
	}
	if m.payload == nil || len(v.data.Payloads) == 0 {
		return "", len(v.data.Payloads) == 0
	}
	text, err := calltext.Text(m.payload, v.data, mostName)
	return text, err == nil
}
