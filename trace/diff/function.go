package diff

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// pairOfFunctions are the definitions of a function in both recordings.
type pairOfFunctions struct{ a, b *file.Function }

// function says how the calls of a function are compared.
type function struct {
	pairOfFunctions
	params  []param // of A; the last one is the result, if there is one
	same    bool    // both recordings define the function with the same parameters
	plain   bool    // all values are exact numbers
	answers bool    // it has a result
	makes   bool    // its answers are names of new objects
	deletes int     // index of the parameter with the deleted objects; -1 for none
	query   int     // index of the parameter with the query whose target it sets; -1 for none
	binds   bool    // it binds framebuffers
	current bool    // it makes a surface current
}

// functionOf returns how the calls of a function are compared.
func (c *comparison) functionOf(pair pairOfFunctions) *function {
	if c.last != nil && c.last.pairOfFunctions == pair {
		return c.last
	}
	f := c.functions[pair]
	if f == nil {
		f = c.newFunction(pair)
		c.functions[pair] = f
	}
	c.last = f
	return f
}

func (c *comparison) newFunction(pair pairOfFunctions) *function {
	in := pair.a
	f := &function{pairOfFunctions: pair, same: pair.haveSameParams(), answers: in.Result != nil, makes: makesObjects(in.Name), deletes: -1, query: queryParam(in), binds: bindsFramebuffer(in), current: makesCurrent(in), plain: true}
	about := rowsOf(in.Name)
	for i := range in.Params {
		f.params = append(f.params, c.newParam(in, &in.Params[i], i, about))
	}
	if in.Result != nil {
		f.params = append(f.params, c.newParam(in, in.Result, len(in.Params), about))
	}
	for i := range f.params {
		p := &f.params[i]
		f.plain = f.plain && !p.address && len(p.by) == 0 && p.rule.how == exact && (c.o.Mode == Exact || !p.isFloat())
		if deletesObjects(in.Name) && !p.answer && p.class() != "" {
			f.deletes = i
		}
	}
	f.plain = f.plain && !f.makes && f.deletes < 0 && f.query < 0 && !f.binds && !f.current
	return f
}

// haveSameParams reports whether both recordings define the function with the same parameters.
func (p pairOfFunctions) haveSameParams() bool {
	same := func(p, q file.Param) bool { return p.Name == q.Name && p.Cell == q.Cell }
	return (p.a.Result == nil) == (p.b.Result == nil) && slices.EqualFunc(p.a.Params, p.b.Params, same)
}

func makesObjects(name string) bool {
	for _, prefix := range []string{"glGen", "glCreate", "eglCreate", "glFenceSync"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func deletesObjects(name string) bool {
	return strings.HasPrefix(name, "glDelete") || strings.HasPrefix(name, "eglDestroy")
}

// queryParam returns the index of the parameter with the query whose target a function sets, or -1. The other of the two parameters
// is the target.
func queryParam(f *file.Function) int {
	switch {
	case len(f.Params) != 2:
	case strings.HasPrefix(f.Name, "glBeginQuery"):
		return 1
	case strings.HasPrefix(f.Name, "glQueryCounter"):
		return 0
	}
	return -1
}
