package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// emitArgs prints the command ids and the argument structures that C fills.
func emitArgs(p *Plan) *jen.File {
	f := p.generated("core", "core")
	for _, c := range p.Commands {
		if c.GlesParams != "" {
			use(f, p.Module+"/gles")
			break
		}
	}
	f.Comment("// Commands is how many commands the layer intercepts or uses.")
	f.Const().Add(text("Commands = %d", len(p.Commands)))
	f.Line()
	f.Comment("// The ids of the commands.")
	width := 0
	for _, c := range p.Commands {
		width = max(width, len(c.Go))
	}
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range p.Commands {
			g.Add(text("%-*s = %d", width, c.Go, c.ID))
		}
	})
	f.Line()
	for _, c := range p.Commands {
		f.Comment("// " + c.Go + "Args are the arguments of " + c.Name + ", and room for its result, on the C stack of the caller.")
		emitArgsStruct(f, c)
	}
	return f
}

func emitArgsStruct(f *jen.File, c *Command) {
	width := len("Ret")
	for _, v := range c.fields {
		width = max(width, len(exported(v.Name)))
	}
	f.Type().Id(c.Go + "Args").StructFunc(func(g *jen.Group) {
		g.Add(text("%-*s uint64", width, "Ret"))
		for _, v := range c.fields {
			g.Add(text("%-*s %s", width, exported(v.Name), qualify(v.GoType)))
		}
	})
	f.Line()
}

// emitNext prints the calls to the next layer, each through the C function of its shape.
func emitNext(p *Plan) *jen.File {
	f := p.generated("core", "core")
	f.CgoPreamble(`#include "zz_generated_core.h"`)
	if len(p.fromGo()) == 0 {
		return f
	}
	use(f, p.Module+"/gles")
	if passesPointers(p.fromGo()) || len(p.Hooked(HookGo)) > 0 {
		use(f, "unsafe")
	}
	for _, c := range p.fromGo() {
		f.Comment("// Next" + c.Go + " calls " + c.Name + " of the next layer or the driver.")
		body := callShape("next_", "C.uint32_t("+c.Go+")", c)
		f.Func().Add(text("Next%s%s", c.Go, c.Signature())).Block(body)
		f.Line()
	}
	for _, c := range p.Hooked(HookGo) {
		emitForward(f, c)
	}
	if returnsFloats(p.Hooked(HookGo)) {
		use(f, "math")
	}
	if len(p.Used()) == 0 {
		return f
	}
	f.Func().Add(text("init()")).BlockFunc(func(g *jen.Group) {
		g.Add(text("gles.BindCalls(gles.Calls{"))
		width := 0
		for _, c := range p.Used() {
			width = max(width, len(c.Go)+1)
		}
		for _, c := range p.Used() {
			g.Add(text("%-*s Next%s,", width, c.Go+":", c.Go))
		}
		g.Add(text("})"))
	})
	return f
}

// emitForward prints how a command is forwarded without its hook.
func emitForward(f *jen.File, c *Command) {
	var fields []string
	for _, v := range c.Params {
		fields = append(fields, "a."+exported(v.Name))
	}
	call := "Next" + c.Go + "(" + strings.Join(fields, ", ") + ")"
	f.Comment("// Forward" + c.Go + " calls " + c.Name + " of the next layer or the driver with what its hook was called with.")
	f.Func().Add(text("Forward%s(args unsafe.Pointer)", c.Go)).BlockFunc(func(g *jen.Group) {
		if len(fields) > 0 || !c.Void() {
			g.Add(text("a := (*%sArgs)(args)", c.Go))
		}
		if c.Void() {
			g.Add(text("%s", call))
		} else {
			g.Add(text("a.Ret = %s", toBits(c.Result, call)))
		}
	})
	f.Line()
}

// passesPointers reports whether a call of one of the commands needs package unsafe.
func passesPointers(commands []*Command) bool {
	isPointer := func(v Value) bool { return v.Class == classPointer || v.Class == classDeep }
	return slices.ContainsFunc(commands, func(c *Command) bool {
		return isPointer(c.Result) || slices.ContainsFunc(c.Params, isPointer)
	})
}

// returnsFloats reports whether the result of one of the commands needs package math.
func returnsFloats(commands []*Command) bool {
	return slices.ContainsFunc(commands, func(c *Command) bool { return c.Result.Class == "f32" || c.Result.Class == "f64" })
}

// callShape prints the call of a command through the C function of its shape, and the return of its result.
// The first argument of the C function selects the function to call.
func callShape(prefix, first string, c *Command) *jen.Statement {
	args := []string{first}
	for _, v := range c.Params {
		args = append(args, toC(v, v.Go))
	}
	call := "C." + prefix + c.Shape.Name + "(" + strings.Join(args, ", ") + ")"
	if c.Void() {
		return text("%s", call)
	}
	return jen.Return(text("%s", fromC(c.Result, call)))
}

// toC converts a Go value to the carrier of its class.
func toC(v Value, name string) string {
	switch carrier := carriers[v.Class]; v.Class {
	case classPointer: // data without pointers: cgo need not check it
		return "(*C.uint8_t)(unsafe.Pointer(" + name + "))"
	case classDeep: // cgo checks it
		return "unsafe.Pointer(" + name + ")"
	default:
		return "C." + carrier.c + "(" + name + ")"
	}
}

// fromC converts a carrier to the Go value.
func fromC(v Value, call string) string {
	if v.Class == classPointer || v.Class == classDeep {
		return "(" + qualify(v.GoType) + ")(unsafe.Pointer(" + call + "))"
	}
	return qualify(v.GoType) + "(" + call + ")"
}
