package state

import (
	"fmt"
	"strings"
)

// rule is a row of rules.tsv, prepared for one function.
type rule struct {
	when   conditions
	action func(*machine, *rule)
	path   path
	values []term
	extra  string // the unparsed value column, for handlers
}

// conditions are the conditions of a row, all of which must be true.
type conditions []condition

type condition struct {
	of     term
	not    bool
	values []uint64
}

func (c *compiled) parseConditions(text string) (conditions, error) {
	if text == "-" {
		return nil, nil
	}
	var out conditions
	for one := range strings.FieldsSeq(text) {
		name, values, not := strings.Cut(one, "!=")
		if !not {
			name, values, _ = strings.Cut(one, "=")
		}
		t, err := c.parseTerm(name)
		if err != nil {
			return nil, err
		}
		cond := condition{of: t, not: not}
		for v := range strings.SplitSeq(values, "|") {
			n, err := parseNumber(v)
			if err != nil {
				return nil, err
			}
			cond.values = append(cond.values, n)
		}
		out = append(out, cond)
	}
	return out, nil
}

func (r *rule) holds(m *machine) bool { return r.when.hold(m) }

func (c conditions) hold(m *machine) bool {
	for i := range c {
		if !c[i].holds(m) {
			return false
		}
	}
	return true
}

// holds compares 32 bits if the value has 32 bits: -1 equals 0xFFFFFFFF.
func (c *condition) holds(m *machine) bool {
	v := m.eval(&c.of)
	if !v.have {
		return false
	}
	for _, want := range c.values {
		if v.one == want || (v.cell == cellInt || v.cell == cellUint) && uint32(v.one) == uint32(want) {
			return !c.not
		}
	}
	return c.not
}

// actions are the actions of rules.tsv.
var actions = map[string]func(*machine, *rule){
	"set": setAction, "first": firstAction, "make": makeAction, "drop": dropAction, "reset": dropAction, "delete": deleteAction,
}

func setAction(m *machine, r *rule) {
	if r.extra == "each" { // the key is the value
		m.visitNodes(&r.path, func(keys []key) {
			m.set(keys, value{have: true, cell: cellUint, one: uint64(keys[len(keys)-1].number)})
		})
		return
	}
	if v := m.join(r.values); v.have {
		m.visitNodes(&r.path, func(keys []key) { m.set(keys, v) })
	}
}

// join combines several values into one.
func (m *machine) join(terms []term) value {
	if len(terms) == 1 {
		return m.eval(&terms[0])
	}
	out := value{have: true, many: make([]uint64, 0, len(terms))}
	for i := range terms {
		v := m.eval(&terms[i])
		if !v.have {
			return v
		}
		out.cell = v.cell
		out.many = append(out.many, v.one)
	}
	return out
}

func firstAction(m *machine, r *rule) {
	v := m.join(r.values)
	m.visitNodes(&r.path, func(keys []key) {
		if n := m.root.at(keys...); n == nil || !n.value.have {
			m.set(keys, v)
		}
	})
}

func makeAction(m *machine, r *rule) {
	m.visitNodes(&r.path, func(keys []key) {
		if m.root.at(keys...) == nil {
			m.change(keys)
		}
	})
}

func dropAction(m *machine, r *rule) {
	m.visitNodes(&r.path, m.drop)
}

func deleteAction(m *machine, r *rule) {
	m.visitNodes(&r.path, func(keys []key) {
		if name := keys[len(keys)-1].number; name != 0 {
			m.unbind(r.extra, name)
			m.drop(keys)
		}
	})
}

// parseRule parses a row of rules.tsv without the function.
func (c *compiled) parseRule(row []string) (r rule, err error) {
	if r.when, err = c.parseConditions(row[0]); err != nil {
		return r, err
	}
	r.extra = row[3]
	if row[1] == "do" {
		if r.action = handlers[row[2]]; r.action == nil {
			return r, fmt.Errorf("no handler %s", row[2])
		}
		return r, nil
	}
	if r.action = actions[row[1]]; r.action == nil {
		return r, fmt.Errorf("no action %s", row[1])
	}
	if r.path, err = c.parsePath(row[2]); err != nil {
		return r, err
	}
	if row[1] != "set" && row[1] != "first" || row[3] == "each" {
		return r, nil
	}
	for one := range strings.SplitSeq(row[3], ",") {
		t, err := c.parseTerm(one)
		if err != nil {
			return r, err
		}
		r.values = append(r.values, t)
	}
	return r, nil
}
