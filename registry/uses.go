package registry

import (
	"slices"
	"strings"
)

// uses says which commands have to do with a type or a group.
type uses struct {
	ofType, ofGroup map[string][]string
}

func newUses(r *Registry) *uses {
	u := &uses{ofType: map[string][]string{}, ofGroup: map[string][]string{}}
	built := map[string][]string{}
	for _, c := range r.Commands {
		c.parts(func(_ string, p *Param) {
			if p.Group != "" {
				u.ofGroup[p.Group] = appendOnce(u.ofGroup[p.Group], c.Name)
			}
			for _, name := range r.builtOf(built, p.Type.Base) {
				u.ofType[name] = appendOnce(u.ofType[name], c.Name)
			}
		})
	}
	return u
}

// builtOf are a type and those it is made of, as far as the registry defines them.
func (r *Registry) builtOf(known map[string][]string, name string) []string {
	if list, ok := known[name]; ok || r.types[name] == nil {
		return list
	}
	known[name] = []string{name} // while it is looked at, for types that mention themselves
	list := []string{name}
	t := r.types[name]
	for _, base := range append([]Field{{Type: t.Target}}, t.Fields...) {
		list = append(list, r.builtOf(known, base.Type.Base)...)
	}
	known[name] = list
	return list
}

// ofGroups are the commands with a parameter of one of the groups.
func (u *uses) ofGroups(groups []string) []string {
	var out []string
	for _, g := range groups {
		out = append(out, u.ofGroup[g]...)
	}
	return out
}

// requireKinds are the kinds of names that versions and extensions consist of.
var requireKinds = []struct {
	fact string
	of   func(*Require) []string
}{
	{"types", func(q *Require) []string { return q.Types }},
	{"enums", func(q *Require) []string { return q.Enums }},
	{"commands", func(q *Require) []string { return q.Commands }},
}

// listed are the names of one kind, sorted; what belongs to one API alone has it behind, in brackets.
func listed(list []Require, of func(*Require) []string) []string {
	var out []string
	for i := range list {
		for _, name := range of(&list[i]) {
			if api := list[i].API; api != "" {
				name += "(" + string(api) + ")"
			}
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bare takes the APIs from names that listed gave.
func bare(list []string) []string {
	out := make([]string, len(list))
	for i, name := range list {
		out[i], _, _ = strings.Cut(name, "(")
	}
	return out
}

func commandsIn(list []Require) []string {
	var out []string
	for _, q := range list {
		out = append(out, q.Commands...)
	}
	return out
}
