package record

import (
	"github.com/gleslayergen/gleslayergen/gen/csyntax"
)

// Count is a parameter for the number of elements that the driver writes. If the program passes a null pointer, the driver gets a
// pointer of the recorder, which needs the number.
type Count struct {
	Param   string       // its name
	Element string       // C type of the number
	Own     csyntax.Expr // the variable of the recorder
	Pointer csyntax.Expr // the variable with the pointer that the driver gets
}

// addCounts adds the counts of a command, and passes their pointers to the driver and to the functions that copy data after the call.
func (of *Recording) addCounts(c *Command) {
	for i, v := range c.Params {
		if !of.Captures[i].Count {
			continue
		}
		count := Count{v.Name, of.Captures[i].Element, csyntax.Expr("own_" + v.Name + "_"), csyntax.Expr(v.Name + "_")}
		of.Counts = append(of.Counts, count)
		of.Actions.Around = rename(of.Actions.Around, v.Name, count.Pointer)
		own := of.Captures[i].Copy.String()
		for n, out := range of.Out {
			if out.String() != own {
				of.Out[n] = out.renamed(v.Name, count.Pointer)
			}
		}
	}
}

// renamed returns the call with another variable in place of a parameter.
func (c Call) renamed(param string, variable csyntax.Expr) Call {
	args := make([]csyntax.Expr, len(c.Args))
	for i, arg := range c.Args {
		args[i] = rename(arg, param, variable)
	}
	return Call{c.Function, args}
}

func rename(code csyntax.Expr, param string, variable csyntax.Expr) csyntax.Expr {
	return csyntax.Expr(cIdentifier.ReplaceAllStringFunc(string(code), func(word string) string {
		if word == param {
			return string(variable)
		}
		return word
	}))
}
