package registry

import (
	"cmp"
	"slices"
	"strings"
)

// resolve merges the files into one model: it keeps what EGL and OpenGL ES use and links names to
// definitions.
func resolve(docs ...*document) (*Registry, error) {
	r := &Registry{}
	r.reset()
	alias := map[string]string{}
	bitmask := map[string]bool{}
	all := map[string]*Command{}
	if err := definedInBoth(docs[0], docs[1]); err != nil {
		return nil, err
	}
	for _, d := range docs {
		r.Sources = append(r.Sources, d.source)
		r.Features = append(r.Features, d.features...)
		r.Extensions = append(r.Extensions, d.extensions...)
		for _, name := range d.bitmasks {
			bitmask[name] = true
		}
		for name, of := range d.alias {
			alias[name] = of
		}
		for _, c := range d.commands {
			all[c.Name] = c
		}
	}
	used := r.usedNames()
	if err := undefined(docs, all); err != nil {
		return nil, err
	}
	r.keepCommands(all, used)
	r.keepEnums(docs, used, bitmask)
	r.keepTypes(docs, used)
	if err := r.joinAliases(docs, alias); err != nil {
		return nil, err
	}
	r.finish()
	return r, nil
}

func (r *Registry) reset() {
	r.types, r.enums = map[string]*Type{}, map[string]*Enum{}
	r.groups, r.commands = map[string]*EnumGroup{}, map[string]*Command{}
}

// names is a set for each of the three kinds of interface.
type names struct{ types, enums, commands map[string]bool }

func (n names) add(requires []Require) {
	for _, q := range requires {
		for _, t := range q.Types {
			n.types[strings.TrimPrefix(t, "struct ")] = true
		}
		for _, e := range q.Enums {
			n.enums[e] = true
		}
		for _, c := range q.Commands {
			n.commands[c] = true
		}
	}
}

func (r *Registry) usedNames() names {
	n := names{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, f := range r.Features {
		n.add(f.Requires)
	}
	for _, x := range r.Extensions {
		n.add(x.Requires)
	}
	return n
}

func (r *Registry) keepCommands(all map[string]*Command, used names) {
	for name := range used.commands {
		r.Commands = append(r.Commands, all[name])
		r.commands[name] = all[name]
	}
}

func (r *Registry) keepEnums(docs []*document, used names, bitmask map[string]bool) {
	for _, d := range docs {
		for _, e := range d.enums {
			if !used.enums[e.Name] || r.enums[e.Name] != nil {
				continue
			}
			r.Enums, r.enums[e.Name] = append(r.Enums, e), e
			slices.Sort(e.Groups)
			e.Groups = slices.Compact(e.Groups)
			for _, g := range e.Groups {
				group := r.group(g, bitmask)
				group.Enums = append(group.Enums, e.Name)
			}
		}
	}
	for _, c := range r.Commands { // a group without enums of EGL or OpenGL ES is still a fact about its parameters
		for _, p := range append([]Param{c.Return}, c.Params...) {
			if p.Group != "" {
				r.group(p.Group, bitmask)
			}
		}
	}
}

func (r *Registry) group(name string, bitmask map[string]bool) *EnumGroup {
	g := r.groups[name]
	if g == nil {
		g = &EnumGroup{Name: name, Bitmask: bitmask[name]}
		r.Groups, r.groups[name] = append(r.Groups, g), g
	}
	return g
}

// keepTypes keeps the types that kept commands use, directly or through other types.
func (r *Registry) keepTypes(docs []*document, used names) {
	all := map[string]*Type{}
	for _, d := range docs {
		for _, t := range d.types {
			if all[t.Name] == nil {
				all[t.Name] = t
			}
		}
	}
	var keep func(name string)
	keep = func(name string) {
		t := all[name]
		if t == nil || r.types[name] != nil {
			return
		}
		r.Types, r.types[name] = append(r.Types, t), t
		keep(t.Target.Base)
		for _, f := range t.Fields {
			keep(f.Type.Base)
		}
	}
	for name := range used.types {
		keep(name)
	}
	for _, c := range r.Commands {
		keep(c.Return.Type.Base)
		for _, p := range c.Params {
			keep(p.Type.Base)
		}
	}
}

// finish corrects and sorts everything and assigns versions and extensions to commands. Both sources use it.
func (r *Registry) finish() {
	r.correct(corrections())
	slices.SortFunc(r.Types, func(a, b *Type) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Enums, func(a, b *Enum) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Groups, func(a, b *EnumGroup) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Commands, func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Extensions, func(a, b *Extension) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Features, func(a, b *Feature) int {
		return cmp.Or(cmp.Compare(a.API, b.API), cmp.Compare(a.Number, b.Number), cmp.Compare(a.Name, b.Name))
	})
	for _, g := range r.Groups {
		slices.Sort(g.Enums)
	}
	for _, f := range r.Features {
		f.Requires = mergeRequires(f.Requires)
		for _, q := range f.Requires {
			r.eachCommand(q, func(c *Command) { c.Features = appendOnce(c.Features, f.Name) })
		}
	}
	for _, x := range r.Extensions {
		slices.Sort(x.Supported)
		x.Requires = mergeRequires(x.Requires)
		for _, q := range x.Requires {
			r.eachCommand(q, func(c *Command) { c.Extensions = appendOnce(c.Extensions, x.Name) })
		}
	}
}

func (r *Registry) eachCommand(q Require, f func(*Command)) {
	for _, name := range q.Commands {
		if c := r.commands[name]; c != nil {
			f(c)
		}
	}
}

// appendOnce appends name unless it is the last element; versions and extensions are visited one after the
// other.
func appendOnce(list []string, s string) []string {
	if len(list) > 0 && list[len(list)-1] == s {
		return list
	}
	return append(list, s)
}

// mergeRequires makes one sorted Require for each API. The files split them only for comments.
func mergeRequires(list []Require) []Require {
	slices.SortStableFunc(list, func(a, b Require) int { return cmp.Compare(a.API, b.API) })
	out := list[:0]
	for _, q := range list {
		if len(out) > 0 && out[len(out)-1].API == q.API {
			last := &out[len(out)-1]
			last.Types = append(last.Types, q.Types...)
			last.Enums = append(last.Enums, q.Enums...)
			last.Commands = append(last.Commands, q.Commands...)
			continue
		}
		out = append(out, q)
	}
	for i := range out {
		for _, names := range []*[]string{&out[i].Types, &out[i].Enums, &out[i].Commands} {
			slices.Sort(*names)
			*names = slices.Compact(*names)
		}
	}
	return out
}
