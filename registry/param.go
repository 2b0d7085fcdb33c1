package registry

import "strings"

// Prototype is the command as C declares it, without a semicolon.
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

// Declare is the parameter as C declares it.
func (p *Param) Declare() string { return p.Type.Declare(p.Name) }

// paramFacts are what the registry says of a parameter or a result, but for its name.
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

// fact is a fact by its name.
func (p *Param) fact(name string) string {
	for _, f := range paramFacts {
		if f.name == name {
			return f.of(p)
		}
	}
	return ""
}

// result is how messages and tables call the result of a command, beside the names of its parameters. It is a word of
// C, so no parameter has it.
const result = "return"

// parts are the result and the parameters, by the names that messages and tables use.
func (c *Command) parts(visit func(name string, p *Param)) {
	visit(result, &c.Return)
	for i := range c.Params {
		visit(c.Params[i].Name, &c.Params[i])
	}
}

// part finds a parameter or the result; nil if there is none.
func (c *Command) part(name string) *Param {
	var found *Param
	c.parts(func(n string, p *Param) {
		if n == name && found == nil {
			found = p
		}
	})
	return found
}
