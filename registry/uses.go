package registry

import (
	"slices"
	"strings"
)

// uses records which commands use a type or a group.
type uses struct {
	mention map[string][]string // commands with a parameter or result of a type
	built   map[string][]string // types that use a type
	ofGroup map[string][]string
}

func newUses(r *Registry) *uses {
	u := &uses{map[string][]string{}, map[string][]string{}, map[string][]string{}}
	note := func(to map[string][]string, what, user string) { to[what] = appendOnce(to[what], user) }
	for _, c := range r.Commands {
		c.parts(func(_ string, p *Param) {
			note(u.mention, p.Type.Base, c.Name)
			if p.Group != "" {
				note(u.ofGroup, p.Group, c.Name)
			}
		})
	}
	for _, t := range r.Types {
		note(u.built, t.Target.Base, t.Name)
		for _, f := range t.Fields {
			note(u.built, f.Type.Base, t.Name)
		}
	}
	return u
}

// ofType returns the commands that use a type, directly or through another type.
func (u *uses) ofType(name string) []string {
	var out []string
	seen := map[string]bool{name: true}
	for next := []string{name}; len(next) > 0; next = next[1:] {
		out = append(out, u.mention[next[0]]...)
		for _, t := range u.built[next[0]] {
			if !seen[t] {
				seen[t], next = true, append(next, t)
			}
		}
	}
	return out
}

// ofGroups returns the commands with a parameter of one of the groups.
func (u *uses) ofGroups(groups []string) []string {
	var out []string
	for _, g := range groups {
		out = append(out, u.ofGroup[g]...)
	}
	return out
}

// requireKinds lists the kinds of names that versions and extensions contain.
var requireKinds = []struct {
	fact string
	of   func(*Require) []string
}{
	{"types", func(q *Require) []string { return q.Types }},
	{"enums", func(q *Require) []string { return q.Enums }},
	{"commands", func(q *Require) []string { return q.Commands }},
}

// listed returns the names of one kind, sorted; a name that belongs to one API only is followed by that API
// in brackets.
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

// bare removes the APIs from names that listed returned.
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
