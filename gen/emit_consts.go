package gen

import (
	"github.com/dave/jennifer/jen"
)

// emitConsts prints every enum as a constant, in one block for each enum group. Constants are untyped where
// C's are, so that one constant fits a GLenum, a GLint and an attribute list.
func emitConsts(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	for _, b := range p.constBlocks {
		f.Comment(b.title)
		f.Const().DefsFunc(func(g *jen.Group) {
			for _, c := range b.consts {
				name := g.Id(c.Name)
				if c.GoType != "" {
					name.Id(c.GoType)
				}
				name.Op("=").Op(c.Value)
			}
		})
		f.end()
	}
	return f
}

// emitGroups prints the enum groups, the attribute groups of EGL, and the tables behind String.
func emitGroups(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	for _, g := range p.Groups {
		what := "the enum group"
		if g.Bitmask {
			what = "the bitfield"
		}
		f.Comment(g.Go + " is " + what + " " + g.Go + " of the registry.")
		f.Var().Id(g.Go).Op("=").Add(enumGroup(g.Values))
		f.end()
	}
	for _, g := range p.attribs {
		f.Comment(g.goName + " names " + g.what + ".")
		f.Var().Id(g.goName).Op("=").Id("AttribGroup").Values(attribs(g.values)...)
		f.end()
	}
	for _, t := range p.Strings {
		f.Comment("only" + t.GoType + " has the values that have exactly one name.")
		f.Var().Id("only" + t.GoType).Op("=").Add(enumGroup(t.Values))
		f.end()
	}
	return f
}

func enumGroup(values []Named) *jen.Statement {
	list := make([]jen.Code, len(values))
	for i, v := range values {
		list[i] = jen.Values(hex(v.Value), jen.Lit(v.Name))
	}
	return jen.Id("EnumGroup").Values(jen.Index().Id("named").Add(lines(list...)))
}

// attribs returns the elements of an AttribGroup: none, or a list.
func attribs(values []attrib) []jen.Code {
	if len(values) == 0 {
		return nil
	}
	list := make([]jen.Code, len(values))
	for i, a := range values {
		list[i] = jen.Values(hex(a.value), jen.Lit(a.name), jen.Id(a.reading), valuesOf(a))
	}
	return []jen.Code{jen.Index().Id("attrib").Add(lines(list...))}
}

// valuesOf returns the address of the group with which the value of an attribute is read, or nil.
func valuesOf(a attrib) *jen.Statement {
	if a.group == "" {
		return jen.Nil()
	}
	return jen.Op("&").Id(a.group)
}
