package registry

import (
	"fmt"
	"slices"
	"strings"
)

func (d *differ) command(old, new *Command) {
	if old == nil || new == nil {
		name := either(old, new).Name
		whole(d, Change{What: InCommand, Name: name}, old, new, (*Command).Prototype, []string{name})
		return
	}
	name := []string{new.Name}
	d.facts(new, result, &old.Return, &new.Return)
	d.parameters(old, new)
	d.list(Change{What: InAlias, Name: new.Name, Fact: "aliases"}, slices.Sorted(slices.Values(old.Aliases)),
		slices.Sorted(slices.Values(new.Aliases)), name)
}

// either returns the one that is not nil.
func either[T any](a, b *T) *T {
	if a == nil {
		return b
	}
	return a
}

func (d *differ) facts(c *Command, part string, old, new *Param) {
	for _, f := range paramFacts {
		d.fact(Change{What: InParameter, Name: c.Name, Part: part, Fact: f.name}, f.of(old), f.of(new), []string{c.Name})
	}
}

// parameters compares parameters that have the same name. Parameters at the same position with the same type,
// whose names each exist in one registry only, count as renamed. All others were added or removed.
func (d *differ) parameters(old, new *Command) {
	touched := []string{new.Name}
	before, after := newParamList(old), newParamList(new)
	for i := range max(len(old.Params), len(new.Params)) {
		p, q := before.only(i, after), after.only(i, before)
		switch c := (Change{What: InParameter, Name: new.Name}); {
		case p != nil && q != nil && p.Type == q.Type:
			c.Part, c.Fact = after.names[i], "name"
			d.fact(c, before.names[i], after.names[i], touched)
			d.facts(new, after.names[i], p, q)
			continue
		case p != nil:
			c.Part = before.names[i]
			whole(d, c, p, nil, (*Param).Declare, touched)
		}
		if q != nil {
			c := Change{What: InParameter, Name: new.Name, Part: after.names[i]}
			whole(d, c, nil, q, (*Param).Declare, touched)
		}
	}
	for i, name := range after.names {
		if at, both := before.places[name]; both {
			d.facts(new, name, &old.Params[at], &new.Params[i])
		}
	}
	d.fact(Change{What: InCommand, Name: new.Name, Fact: "order"}, before.common(after), after.common(before), touched)
}

// paramList returns a command's parameters by name. A duplicate name, which no valid file has, gets its
// position appended.
type paramList struct {
	params []Param
	names  []string
	places map[string]int
}

func newParamList(c *Command) *paramList {
	l := &paramList{params: c.Params, places: make(map[string]int, len(c.Params))}
	for i, p := range c.Params {
		name := p.Name
		if _, twice := l.places[name]; twice {
			name = fmt.Sprintf("%s (%d)", name, i+1)
		}
		l.names, l.places[name] = append(l.names, name), i
	}
	return l
}

// only returns the parameter at a position if the other list has no parameter of that name.
func (l *paramList) only(i int, other *paramList) *Param {
	if i < len(l.params) {
		if _, both := other.places[l.names[i]]; !both {
			return &l.params[i]
		}
	}
	return nil
}

// common returns the names that both lists have, in order.
func (l *paramList) common(other *paramList) string {
	var names []string
	for _, name := range l.names {
		if _, both := other.places[name]; both {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}
