package registry

import (
	"slices"
	"strconv"
	"strings"
)

// known reports whether a type is defined: by the files, by C or by khrplatform.h. A pointer to a struct needs no
// definition.
func (l *linter) known(t CType) bool {
	return l.r.types[t.Base] != nil || t.Struct && t.IsPointer() || allTypeWords(strings.Fields(t.Base)) ||
		t.Base == "void" || t.Base == "intptr_t" || strings.HasPrefix(t.Base, "khronos_")
}

func (l *linter) undefinedType() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if !l.known(p.Type) {
			l.report(c.Name, name, "type %s is defined nowhere", p.Type.Base)
		}
	})
	for _, t := range l.r.Types {
		for _, f := range append([]Field{{"", t.Target}}, t.Fields...) {
			if f.Type.Base != "" && !l.known(f.Type) {
				l.report(t.Name, f.Name, "type %s is defined nowhere", f.Type.Base)
			}
		}
	}
}

func (l *linter) undefinedEnum() {
	check := func(owner string, list []Require) {
		for _, q := range list {
			for _, name := range q.Enums {
				if l.r.enums[name] == nil {
					l.report(owner, "", "requires the enum %s, which is defined nowhere", name)
				}
			}
		}
	}
	for _, f := range l.r.Features {
		check(f.Name, f.Requires)
	}
	for _, x := range l.r.Extensions {
		check(x.Name, x.Requires)
	}
}

func (l *linter) undefinedLen() {
	l.eachPart(func(c *Command, name string, p *Param) {
		for _, of := range append([]string{p.Len.Param}, p.Len.Args...) {
			if of != "" && c.part(of) == nil {
				l.report(c.Name, name, "len=%s, but there is no parameter %s", p.Len, of)
			}
		}
	})
}

func (l *linter) duplicateParameter() {
	for _, c := range l.r.Commands {
		seen := map[string]bool{}
		for _, p := range c.Params {
			if seen[p.Name] {
				l.report(c.Name, p.Name, "a second parameter of this name")
			}
			seen[p.Name] = true
		}
	}
}

// staleCorrection leaves out what a registry lacks that is only a part of Khronos'.
func (l *linter) staleCorrection() {
	for _, c := range corrections() {
		if !l.r.corrected[c] && (c.there(l.r) || l.r.whole()) {
			l.report(c.Name, c.Part, "registry/corrections.tsv:%d would make its %s %q, but %s", c.line, c.Fact, c.To, c.why(l.r))
		}
	}
}

// there reports whether the registry has what is to be corrected.
func (c *correction) there(r *Registry) bool {
	if c.Part == "" {
		return r.enums[c.Name] != nil
	}
	command := r.commands[c.Name]
	return command != nil && command.part(c.Part) != nil
}

// whole reports whether the registry has the newest versions that we know.
func (r *Registry) whole() bool {
	full := FullScope()
	return r.checkVersion(EGL, full.EGL) == nil && r.checkVersion(GLES2, full.GLES2) == nil
}

// why says what keeps a correction from changing anything.
func (c *correction) why(r *Registry) string {
	if !c.there(r) {
		return "it is not in the registry"
	}
	if c.Fact == "group" && r.groups[c.To] == nil {
		return "there is no such group"
	}
	if c.Part == "" {
		return "it is already"
	}
	p := r.commands[c.Name].part(c.Part)
	if p.fact(c.Fact) == c.To {
		return "it is already"
	}
	return "it is " + orElse(p.fact(c.Fact), "nothing") + ", not " + orElse(c.From, "nothing")
}

func (l *linter) pointerWithoutLen() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if name != result && p.Type.IsPointer() && p.Len.Kind == LenNone && !c.IsEGL() {
			l.report(c.Name, name, "%s without a length", p.Type)
		}
	})
}

func (l *linter) enumWithoutGroup() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if (p.Type.Base == "GLenum" || p.Type.Base == "GLbitfield") && p.Group == "" {
			l.report(c.Name, name, "%s without a group", p.Type)
		}
	})
}

func (l *linter) emptyGroup() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if g := l.r.groups[p.Group]; g != nil && len(g.Enums) == 0 {
			l.report(c.Name, name, "no enum is of the group %s", p.Group)
		}
	})
}

// aliasDiffers compares each command with those of its class that follow it.
func (l *linter) aliasDiffers() {
	for _, c := range l.r.Commands {
		for _, name := range slices.Sorted(slices.Values(c.Aliases)) {
			if other := l.r.commands[name]; other != nil && name > c.Name {
				l.compare(c, other)
			}
		}
	}
}

func (l *linter) compare(a, b *Command) {
	if len(a.Params) != len(b.Params) {
		l.report(a.Name, "", "%d parameters, but %s has %d", len(a.Params), b.Name, len(b.Params))
		return
	}
	for i := range a.Params {
		p, q := &a.Params[i], &b.Params[i]
		l.sameFact(a, b, p, "group", p.Group, q.Group)
		if a.placedLen(p) != b.placedLen(q) {
			l.sameFact(a, b, p, "len", p.Len.String(), q.Len.String())
		}
	}
}

func (l *linter) sameFact(a, b *Command, p *Param, fact, ours, theirs string) {
	if ours != theirs {
		l.report(a.Name, p.Name, "%s %s, but %s has %s", fact, orElse(ours, "nothing"), b.Name, orElse(theirs, "nothing"))
	}
}

// placedLen is a length with the places of parameters for their names, which differ among the names of a command.
func (c *Command) placedLen(p *Param) string {
	place := func(name string) string {
		return strconv.Itoa(slices.IndexFunc(c.Params, func(p Param) bool { return p.Name == name }))
	}
	l := p.Len
	l.Param, l.Args = place(l.Param), slices.Clone(l.Args)
	for i, name := range l.Args {
		l.Args[i] = place(name)
	}
	return l.String()
}

func orElse(s, none string) string {
	if s == "" {
		return none
	}
	return s
}
