package gen

import (
	"github.com/gleslayergen/gleslayergen/gen/csyntax"
)

// Shape is a calling convention: the classes of a result and of parameters. All commands of one shape share
// one C function through which Go calls next, so cgo has few C names to resolve.
type Shape struct {
	Name    string // i_zppip
	Result  string // C type of the result, "void" for none
	Carrier []ShapeParam
}

// ShapeParam is a parameter of a Shape.
type ShapeParam struct{ C, Name string }

// Void reports whether the shape has no result.
func (s *Shape) Void() bool { return s.Result == "void" }

// Params returns the C parameter list after a first parameter: ", uint32_t a0, uint8_t *a1".
func (s *Shape) Params() string {
	params := []string{""}
	for _, p := range s.Carrier {
		params = append(params, csyntax.Declare(p.C, p.Name))
	}
	return csyntax.List(params)
}

// Types returns the C parameter list of a function type.
func (s *Shape) Types() string {
	list := make([]string, len(s.Carrier))
	for i, p := range s.Carrier {
		list[i] = p.C
	}
	return csyntax.Params(list)
}

// Args returns the C argument list.
func (s *Shape) Args() string {
	list := make([]string, len(s.Carrier))
	for i, p := range s.Carrier {
		list[i] = p.Name
	}
	return csyntax.List(list)
}

// shapeOf returns the shape of a command and creates it if necessary.
func (p *Plan) shapeOf(c *Command) *Shape {
	name := carriers[c.Result.Class].letter + "_"
	for _, v := range c.Params {
		name += carriers[v.Class].letter
	}
	if s := p.shapes[name]; s != nil {
		return s
	}
	s := &Shape{Name: name, Result: carriers[c.Result.Class].c}
	for i, v := range c.Params {
		s.Carrier = append(s.Carrier, ShapeParam{carriers[v.Class].c, "a" + itoa(i)})
	}
	p.shapes[name] = s
	p.Shapes = append(p.Shapes, s)
	return s
}
