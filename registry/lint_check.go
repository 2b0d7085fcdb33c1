package registry

import "strings"

// known reports whether a type is defined by the files, by C, or by khrplatform.h. A pointer to a struct
// needs no definition.
func (l *linter) known(t CType) bool {
	return l.r.types[t.Base] != nil || t.Struct && t.IsPointer() || areTypeWords(strings.Fields(t.Base)) ||
		t.Base == "void" || t.Base == "intptr_t" || strings.HasPrefix(t.Base, "khronos_")
}

func (l *linter) undefinedType() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if !l.known(p.Type) {
			l.report(c.Name, name, "type %s is not defined", p.Type.Base)
		}
	})
	for _, t := range l.r.Types {
		for _, f := range append([]Field{{"", t.Target}}, t.Fields...) {
			if f.Type.Base != "" && !l.known(f.Type) {
				l.report(t.Name, f.Name, "type %s is not defined", f.Type.Base)
			}
		}
	}
}

func (l *linter) undefinedEnum() {
	check := func(owner string, list []Require) {
		for _, q := range list {
			for _, name := range q.Enums {
				if l.r.enums[name] == nil {
					l.report(owner, "", "requires the enum %s, but the registry does not define it", name)
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
	for _, c := range l.r.Commands {
		places := newParamList(c).places
		c.parts(func(name string, p *Param) {
			for _, of := range append([]string{p.Len.Param}, p.Len.Args...) {
				if _, known := places[of]; of != "" && !known {
					l.report(c.Name, name, "the length is %s, but the command has no parameter %s", p.Len, of)
				}
			}
		})
	}
}

func (l *linter) duplicateParameter() {
	for _, c := range l.r.Commands {
		seen := map[string]bool{}
		for _, p := range c.Params {
			if seen[p.Name] {
				l.report(c.Name, p.Name, "duplicate parameter name")
			}
			seen[p.Name] = true
		}
	}
}

func (l *linter) pointerWithoutLen() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if name != result && p.Type.IsPointer() && p.Len.Kind == LenNone && !c.IsEGL() {
			l.report(c.Name, name, "the registry has no length for this %s", p.Type)
		}
	})
}

func (l *linter) enumWithoutGroup() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if (p.Type.Base == "GLenum" || p.Type.Base == "GLbitfield") && p.Group == "" {
			l.report(c.Name, name, "the registry has no enum group for this %s", p.Type)
		}
	})
}

func (l *linter) emptyGroup() {
	l.eachPart(func(c *Command, name string, p *Param) {
		if g := l.r.groups[p.Group]; g != nil && len(g.Enums) == 0 {
			l.report(c.Name, name, "the enum group %s contains no enum of EGL or OpenGL ES", p.Group)
		}
	})
}
