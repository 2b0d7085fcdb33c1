package registry

import (
	"slices"
	"strings"
)

// Diff returns the changes from one registry to another, sorted. Corrections apply to both registries, so a
// difference that they hide is not reported.
func Diff(old, new *Registry) []Change {
	d := &differ{old: newUses(old), new: newUses(new)}
	eachPair(old.Features, new.Features, func(f *Feature) string { return f.Name }, d.feature)
	eachPair(old.Extensions, new.Extensions, func(x *Extension) string { return x.Name }, d.extension)
	eachPair(old.Commands, new.Commands, func(c *Command) string { return c.Name }, d.command)
	eachPair(old.Types, new.Types, func(t *Type) string { return t.Name }, d.typ)
	eachPair(old.Enums, new.Enums, func(e *Enum) string { return e.Name }, d.enum)
	eachPair(old.Groups, new.Groups, func(g *EnumGroup) string { return g.Name }, d.group)
	slices.SortFunc(d.changes, compareChanges)
	return d.changes
}

// differ collects changes.
type differ struct {
	old, new *uses
	changes  []Change
}

// eachPair visits the elements of two lists by name. An element that one list lacks is nil.
func eachPair[T any](old, new []*T, name func(*T) string, visit func(old, new *T)) {
	before := make(map[string]*T, len(old))
	for _, x := range old {
		before[name(x)] = x
	}
	for _, x := range new {
		visit(before[name(x)], x)
		delete(before, name(x))
	}
	for _, x := range before { // in no order: the changes are sorted at the end
		visit(x, nil)
	}
}

// add records a change with the affected commands, which may contain duplicates.
func (d *differ) add(c Change, commands ...[]string) {
	c.Commands = append([]string{}, slices.Concat(commands...)...)
	slices.Sort(c.Commands)
	c.Commands = slices.Compact(c.Commands)
	d.changes = append(d.changes, c)
}

// whole records something that only one registry has; text returns its declaration.
func whole[T any](d *differ, c Change, old, new *T, text func(*T) string, commands ...[]string) {
	if new == nil {
		c.Kind, c.Old = Removed, text(old)
	} else {
		c.Kind, c.New = Added, text(new)
	}
	d.add(c, commands...)
}

// fact records a fact that differs between two registries.
func (d *differ) fact(c Change, old, new string, commands ...[]string) {
	if old != new {
		c.Kind, c.Old, c.New = Changed, old, new
		d.add(c, commands...)
	}
}

// list records the names removed from and added to a sorted list.
func (d *differ) list(c Change, old, new []string, commands ...[]string) {
	d.fact(c, strings.Join(without(old, new), ","), strings.Join(without(new, old), ","), commands...)
}

// without returns the names of a sorted list that another sorted list lacks.
func without(list, other []string) []string {
	var out []string
	for _, name := range list {
		if _, found := slices.BinarySearch(other, name); !found {
			out = append(out, name)
		}
	}
	return out
}
