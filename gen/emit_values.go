package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// gles returns a name of package gles, without the package in files of package gles.
func (p *Plan) gles(name string) *jen.Statement { return jen.Qual(p.Module+"/gles", name) }

// core returns a name of package core, without the package in files of package core.
func (p *Plan) core(name string) *jen.Statement { return jen.Qual(p.Module+"/core", name) }

// goType returns the Go type of a value; nil for none.
func (p *Plan) goType(v Value) *jen.Statement {
	base := strings.TrimLeft(v.GoType, "*")
	if base == "" {
		return nil
	}
	t := &jen.Statement{}
	for range len(v.GoType) - len(base) {
		t.Op("*")
	}
	if isPredeclared(base) {
		return t.Id(base)
	}
	return t.Add(p.gles(base))
}

// isPredeclared reports whether a type is one of Go's own, not one of package gles.
func isPredeclared(name string) bool { return 'a' <= name[0] && name[0] <= 'z' }

// params returns the Go parameters of a command.
func (p *Plan) params(c *Command) []jen.Code {
	list := make([]jen.Code, len(c.Params))
	for i, v := range c.Params {
		list[i] = jen.Id(v.Go).Add(p.goType(v))
	}
	return list
}

// signature returns the parameters and the result of next.
func (p *Plan) signature(c *Command) *jen.Statement {
	return jen.Params(p.params(c)...).Add(p.goType(c.Result))
}

// hookSignature returns the parameters and the result of a Go hook.
func (p *Plan) hookSignature(c *Command) *jen.Statement {
	next := jen.Id("next").Add(p.gles(c.Go + "Func"))
	return jen.Params(prepend(next, p.params(c))...).Add(p.goType(c.Result))
}

// goArgs returns the parameters of a command as arguments of a call.
func goArgs(c *Command) []jen.Code {
	list := make([]jen.Code, len(c.Params))
	for i, v := range c.Params {
		list[i] = jen.Id(v.Go)
	}
	return list
}

// argFields returns the arguments of a command in its argument structure.
func argFields(c *Command, args string) []jen.Code {
	list := make([]jen.Code, len(c.Params))
	for i, v := range c.Params {
		list[i] = jen.Id(args).Dot(exported(v.Name))
	}
	return list
}

func prepend(first jen.Code, rest []jen.Code) []jen.Code {
	return slices.Concat([]jen.Code{first}, rest)
}

// returned returns the statement that calls a function and returns its result, if the command has one.
func returned(c *Command, call *jen.Statement) *jen.Statement {
	if c.Void() {
		return call
	}
	return jen.Return(call)
}

// argsAt returns the statement that reads a pointer as the argument structure of a command.
func (p *Plan) argsAt(c *Command, args, pointer string) *jen.Statement {
	return jen.Id(args).Op(":=").Parens(jen.Op("*").Add(p.core(c.Go + "Args"))).Call(jen.Id(pointer))
}

// isPointer reports whether a value is a pointer in Go.
func (v Value) isPointer() bool { return v.Class == classPointer || v.Class == classDeep }

// toBits returns a result as the 64 bits from which C reads it.
func toBits(v Value, result *jen.Statement) *jen.Statement {
	switch {
	case v.isPointer():
		return jen.Uint64().Call(jen.Uintptr().Call(jen.Qual("unsafe", "Pointer").Call(result)))
	case v.Class == "f32":
		return jen.Uint64().Call(jen.Qual("math", "Float32bits").Call(jen.Float32().Call(result)))
	case v.Class == "f64":
		return jen.Qual("math", "Float64bits").Call(jen.Float64().Call(result))
	}
	return jen.Uint64().Call(result)
}

// stored returns the statement that calls a function and stores its result in an argument structure, if the
// command has one.
func stored(c *Command, args string, call *jen.Statement) *jen.Statement {
	if c.Void() {
		return call
	}
	return jen.Id(args).Dot("Ret").Op("=").Add(toBits(c.Result, call))
}

// callShape returns the call of a command through the C function of its shape, with the return of its result.
// The first argument of the C function selects the function to call.
func (p *Plan) callShape(prefix string, first *jen.Statement, c *Command) *jen.Statement {
	args := []jen.Code{first}
	for _, v := range c.Params {
		args = append(args, toC(v))
	}
	call := jen.Qual("C", prefix+c.Shape.Name).Call(args...)
	if c.Void() {
		return call
	}
	return jen.Return(p.fromC(c.Result, call))
}

// toC converts a parameter to the carrier of its class.
func toC(v Value) *jen.Statement {
	pointer := jen.Qual("unsafe", "Pointer")
	switch v.Class {
	case classPointer: // data without pointers: cgo need not check it
		return jen.Parens(jen.Op("*").Qual("C", "uint8_t")).Call(pointer.Call(jen.Id(v.Go)))
	case classDeep: // cgo checks it
		return pointer.Call(jen.Id(v.Go))
	default:
		return jen.Qual("C", carriers[v.Class].c).Call(jen.Id(v.Go))
	}
}

// fromC converts a carrier to the Go value.
func (p *Plan) fromC(v Value, call *jen.Statement) *jen.Statement {
	if v.isPointer() {
		return jen.Parens(p.goType(v)).Call(jen.Qual("unsafe", "Pointer").Call(call))
	}
	return p.goType(v).Call(call)
}

// lines returns a composite literal's values, one in each line.
func lines(values ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, values...)
}

// shortStruct returns a struct type with one field, in one line.
func shortStruct(field jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "struct{", Close: "}"}, field)
}

// hex returns an integer literal with at least four hexadecimal digits.
func hex[T int32 | uint32 | uint64](value T) *jen.Statement {
	return jen.Op(fmt.Sprintf("%#04x", value))
}
