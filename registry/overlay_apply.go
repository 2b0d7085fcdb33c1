package registry

import (
	"fmt"
	"slices"
	"strings"
)

// correct applies the corrections that the files need.
func (r *Registry) correct(list []*correction) {
	r.corrected = map[*correction]bool{}
	for _, c := range list {
		if c.apply(r) {
			r.corrected[c] = true
		}
	}
}

func (c *correction) apply(r *Registry) bool {
	if c.Fact == "group" && r.groups[c.To] == nil {
		return false
	}
	if c.Part == "" {
		return c.addGroup(r)
	}
	command := r.commands[c.Name]
	return command != nil && command.part(c.Part).set(c.Fact, c.From, c.To)
}

func (c *correction) addGroup(r *Registry) bool {
	e, g := r.enums[c.Name], r.groups[c.To]
	if e == nil || slices.Contains(e.Groups, c.To) {
		return false
	}
	e.Groups, g.Enums = append(e.Groups, c.To), append(g.Enums, c.Name)
	slices.Sort(e.Groups)
	return true
}

// set changes a fact of a parameter if it has the expected value. A missing parameter is not an error.
func (p *Param) set(fact, from, to string) bool {
	if p == nil || p.fact(fact) != from {
		return false
	}
	if fact == "group" {
		p.Group = to
	} else {
		p.Len, _ = ParseLen(to) // checked when the table was read
	}
	return true
}

// Corrections describes the corrections of a command or an enum, one sentence each, with a link.
func (r *Registry) Corrections(name string) []string {
	var out []string
	for _, c := range corrections() {
		switch {
		case c.Name != name || !r.corrected[c]:
		case c.Part == "":
			out = append(out, fmt.Sprintf("belongs to the enum group %s, but the Khronos files do not list it in this group: %s (%s)", c.To, c.Reason, c.Link))
		default:
			out = append(out, fmt.Sprintf("the %s of %q is %s, but %s in the Khronos files: %s (%s)", c.Fact, c.Part, c.To, orElse(c.From, "not set"), c.Reason, c.Link))
		}
	}
	return out
}

// uncorrected returns the model as the files have it. It shares unaffected parts with r and is for writing
// only.
func (r *Registry) uncorrected() *Registry {
	raw := *r
	raw.Commands, raw.Enums = slices.Clone(r.Commands), slices.Clone(r.Enums)
	commands, enums := map[string]*Command{}, map[string]*Enum{}
	for c := range r.corrected {
		if c.Part == "" {
			e := own(enums, raw.Enums, c.Name, func(e *Enum) string { return e.Name })
			e.Groups = slices.DeleteFunc(slices.Clone(e.Groups), func(g string) bool { return g == c.To })
			continue
		}
		command := own(commands, raw.Commands, c.Name, func(c *Command) string { return c.Name })
		command.Params = slices.Clone(command.Params)
		command.part(c.Part).set(c.Fact, c.To, c.From)
	}
	return &raw
}

// own replaces the element of a sorted list that is called name by a copy, once.
func own[T any](copies map[string]*T, list []*T, name string, nameOf func(*T) string) *T {
	if copies[name] == nil {
		at, _ := slices.BinarySearchFunc(list, name, func(x *T, name string) int { return strings.Compare(nameOf(x), name) })
		x := *list[at]
		copies[name], list[at] = &x, &x
	}
	return copies[name]
}
