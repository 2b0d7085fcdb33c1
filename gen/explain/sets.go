package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// EnumSet is a set of enums that a command accepts.
type EnumSet struct {
	Name    string // the group of the registry, or the names in the table
	Members []Member
}

// Member is a value in a set, and what a context needs to accept it.
type Member struct {
	Value      uint64
	Name       string
	Since      int    // version of OpenGL ES, times ten; 0 if only extensions add the value
	Extensions string // separated by spaces
}

// set returns the index of a set: names and groups of the registry, separated by |, or "group" for that of the selected
// parameter.
func (c *compiler) set(text string) (int, error) {
	name := text
	if text == "group" {
		name = "#" + c.command.Params[c.selected].Group
	}
	if i, ok := c.table.sets[name]; ok {
		return i, nil
	}
	s := EnumSet{Name: strings.TrimPrefix(name, "#")}
	var names []string
	for one := range strings.SplitSeq(name, "|") {
		group, ok := strings.CutPrefix(one, "#")
		if !ok {
			names = append(names, one)
			continue
		}
		enums := groupEnums(c.table.registry, group)
		if enums == nil {
			return 0, fmt.Errorf("the registry has no enum group %s", group)
		}
		names = append(names, enums...)
	}
	for _, n := range names {
		if err := s.addVariants(c.table.registry, n); err != nil {
			return 0, err
		}
	}
	slices.SortFunc(s.Members, func(a, b Member) int { return cmp.Compare(a.Value, b.Value) })
	i := len(c.table.Sets)
	c.table.Sets = append(c.table.Sets, s)
	c.table.sets[name] = i
	return i, nil
}

// ResultSet returns the index of the set with the results of a function, or -1 if the results are numbers.
func (t *Table) ResultSet(f *Function) int {
	name := f.Group
	if !strings.Contains(name, "|") {
		name = "#" + name
	}
	c := compiler{table: t}
	if i, err := c.set(name); err == nil && f.Group != "" {
		return i
	}
	return -1
}

// Group returns the values in an enum group, sorted.
func (t *Table) Group(name string) ([]Member, error) {
	c := compiler{table: t}
	i, err := c.set("#" + name)
	if err != nil {
		return nil, err
	}
	return t.Sets[i].Members, nil
}

// Members returns the values of enums, sorted.
func (t *Table) Members(names []string) ([]Member, error) {
	c := compiler{table: t}
	i, err := c.set(strings.Join(names, "|"))
	if err != nil {
		return nil, err
	}
	return t.Sets[i].Members, nil
}

// groupEnums returns the names in a group of OpenGL ES or EGL, or nil. Tokens of EGL that are newer than the registry are left out.
func groupEnums(r *registry.Registry, group string) (names []string) {
	if g, ok := r.Group(group); ok {
		return g.Enums
	}
	for _, t := range registry.EGLTokens() {
		if _, known := r.Enum(t.Enum); known && t.Group == group {
			names = append(names, t.Enum)
		}
	}
	return names
}

// addVariants adds an enum, or a number, and the names of extensions with other suffixes: they make the same value valid.
func (s *EnumSet) addVariants(r *registry.Registry, name string) error {
	names := []string{name}
	if e, ok := r.Enum(name); ok {
		names = r.Variants(e)
	}
	for _, n := range names {
		if err := s.add(r, n); err != nil {
			return err
		}
	}
	return nil
}

// add adds an enum, or a number. Names with the same value are one member: each version and extension of them makes it
// valid.
func (s *EnumSet) add(r *registry.Registry, name string) error {
	if n, err := strconv.ParseUint(name, 0, 32); err == nil {
		s.Members = append(s.Members, Member{n, name, 1, ""})
		return nil
	}
	e, ok := r.Enum(name)
	if !ok {
		return fmt.Errorf("the registry has no enum %s", name)
	}
	since, extensions := origin(r, name)
	i := slices.IndexFunc(s.Members, func(m Member) bool { return m.Value == e.Value })
	if i < 0 {
		s.Members = append(s.Members, Member{e.Value, name, since, strings.Join(extensions, " ")})
		return nil
	}
	m := &s.Members[i]
	if since != 0 && (m.Since == 0 || since < m.Since) {
		m.Since = since
	}
	if e.IsBetterName(m.Name) {
		m.Name = name
	}
	m.Extensions = strings.Join(union(strings.Fields(m.Extensions), extensions), " ")
	return nil
}

// origin returns the first version of OpenGL ES, or of EGL, and the extensions that have an enum.
func origin(r *registry.Registry, enum string) (since int, extensions []string) {
	has := func(list []registry.Require) bool {
		return slices.ContainsFunc(list, func(q registry.Require) bool {
			return q.API != registry.GLES1 && slices.Contains(q.Enums, enum)
		})
	}
	for _, f := range r.Features {
		var major, minor int
		if _, err := fmt.Sscanf(f.Number, "%d.%d", &major, &minor); err != nil || f.API == registry.GLES1 || !has(f.Requires) {
			continue
		}
		if v := 10*major + minor; since == 0 || v < since {
			since = v
		}
	}
	for _, x := range r.Extensions {
		if slices.Equal(x.Supported, []registry.API{registry.GLES1}) || !has(x.Requires) {
			continue
		}
		extensions = append(extensions, x.Name)
	}
	return since, extensions
}

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
