package registry

import "strings"

// Prototype returns the C declaration of the command, without a semicolon.
func (c *Command) Prototype() string {
	params := make([]string, len(c.Params))
	for i, p := range c.Params {
		params[i] = p.Declare()
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	return c.Return.Type.Declare(c.Name) + "(" + strings.Join(params, ", ") + ")"
}

// Declare returns the C declaration of the parameter.
func (p *Param) Declare() string { return p.Type.Declare(p.Name) }

// paramFacts lists the facts about a parameter or result except its name.
var paramFacts = []struct {
	name string
	of   func(*Param) string
}{
	{"type", func(p *Param) string { return p.Type.String() }},
	{"group", func(p *Param) string { return p.Group }},
	{"kind", func(p *Param) string { return p.Kind }},
	{"class", func(p *Param) string { return p.Class }},
	{"len", func(p *Param) string { return p.Len.String() }},
}

// fact returns a fact by name.
func (p *Param) fact(name string) string {
	for _, f := range paramFacts {
		if f.name == name {
			return f.of(p)
		}
	}
	return ""
}

// result is the name of a command's result in messages and tables, where it appears beside parameter names.
// It is a C keyword, so no parameter has it.
const result = "return"

// parts returns the result and the parameters by the names that messages and tables use.
func (c *Command) parts(visit func(name string, p *Param)) {
	visit(result, &c.Return)
	for i := range c.Params {
		visit(c.Params[i].Name, &c.Params[i])
	}
}

// part returns a parameter or the result, or nil.
func (c *Command) part(name string) *Param {
	var found *Param
	c.parts(func(n string, p *Param) {
		if n == name && found == nil {
			found = p
		}
	})
	return found
}
