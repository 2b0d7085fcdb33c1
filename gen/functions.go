package gen

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// functions are the functions that templates of any pack can call. They format C; they compute nothing that
// the plan has not resolved.
func (p *Plan) functions() template.FuncMap {
	return template.FuncMap{
		"header":          p.header,
		"guard":           func(part string) string { return "GLESLAYER_" + part + "_H" },
		"result":          func(c *Command) string { return csyntax.Declare(c.Result.CType, "") },
		"return":          func(c *Command) string { return pick(c.Void(), "", "return ") },
		"functionType":    func(c *Command) string { return csyntax.FunctionPointer(c.Result.CType, "", c.CTypes) },
		"argsStruct":      argsStruct,
		"argsInit":        argsInit,
		"fromBits":        cFromBits,
		"hookParams":      hookParams,
		"zeros":           zeros,
		"declare":         csyntax.Declare,
		"settingPrefix":   func() string { return settings.Prefix(p.Name) },
		"interceptedText": p.interceptedText,
		"fail":            fail,
		"setText":         moduleText,
		"switchable":      p.switchable,
	}
}

// header returns the first two lines of a generated file, as comments.
func (p *Plan) header(comment string) string {
	return comment + " " + marker + "\n" + comment + " " + p.Registry
}

// fail lets a pack reject the author's choices.
func fail(why string) (string, error) { return "", refusal(why) }

type refusal string

func (r refusal) Error() string { return string(r) }

func pick(when bool, yes, no string) string {
	if when {
		return yes
	}
	return no
}

// argsStruct returns the structure that holds the arguments on the C stack: the result, then the largest
// first. In the order of the parameters, 32-bit ABIs would align some fields differently from Go.
func argsStruct(c *Command) string {
	name := "args_" + c.Name
	members := []string{csyntax.Declare("uint64_t", "ret_")}
	for _, f := range c.fields {
		members = append(members, f.C)
	}
	text := csyntax.DefineStruct(name, members)
	if len(c.fields) > 0 {
		layout := csyntax.Binary("==", csyntax.Offsetof(csyntax.Struct(name), c.last().Name), c.lastOffset())
		text += "\n" + csyntax.Assert(layout, "layout of "+name)
	}
	return text
}

func argsInit(c *Command) string {
	list := []csyntax.Expr{csyntax.Designated("ret_", csyntax.Int(0))}
	for _, v := range c.Params {
		list = append(list, csyntax.Designated(v.Name, csyntax.Expr(v.Name)))
	}
	return csyntax.List(list)
}

// cFromBits converts 64 bits to the result of a command.
func cFromBits(c *Command, expr string) string {
	bits := csyntax.Expr(expr)
	switch c.Result.Class {
	case "f32":
		return string(csyntax.Call("to_float", bits))
	case "f64":
		return string(csyntax.Call("to_double", bits))
	case classPointer, classDeep, classUsize:
		bits = csyntax.Cast("uintptr_t", bits)
	}
	return string(csyntax.Cast(c.Result.CType, bits))
}

// cToBits converts a value to 64 bits; a signed integer keeps its sign.
func cToBits(v Value, value csyntax.Expr) csyntax.Expr {
	switch v.Class {
	case "f32":
		return csyntax.Call("float_bits", value)
	case "f64":
		return csyntax.Call("double_bits", value)
	case classPointer, classDeep, classUsize:
		return csyntax.Cast("uintptr_t", value)
	}
	return csyntax.Cast("uint64_t", value)
}

// argBits returns the arguments of a command as an array of 64 bits each, for code that formats them.
func argBits(c *Command) csyntax.Expr {
	if len(c.Params) == 0 {
		return csyntax.Null
	}
	list := make([]csyntax.Expr, len(c.Params))
	for i, v := range c.Params {
		list[i] = cToBits(v, csyntax.Expr(v.Name))
	}
	return csyntax.Array("const uint64_t", list...)
}

func hookParams(c *Command) string {
	params := []string{csyntax.Declare("next_"+c.Name, "next")}
	for _, v := range c.Params {
		params = append(params, v.C)
	}
	return csyntax.Params(params)
}

func zeros(c *Command) string {
	return csyntax.List(slices.Repeat([]csyntax.Expr{csyntax.Int(0)}, len(c.Params)))
}

// interceptedText summarizes what the layer intercepts.
func (p *Plan) interceptedText() string {
	list := p.Intercepted()
	var names []string
	for _, c := range list[:min(4, len(list))] {
		names = append(names, "`"+c.Name+"`")
	}
	switch {
	case len(list) == 1:
		return names[0]
	case len(list) <= 4:
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return strings.Join(names, ", ") + fmt.Sprintf(" and %d more functions", len(list)-4)
}
