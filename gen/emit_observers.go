package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// emitObservers prints the author's file: one function for each observed command.
func emitObservers(p *Plan) *goFile {
	f := p.file("", "main")
	commands := p.Hooked(HookObserve)
	for _, c := range commands {
		if len(commands) <= commentedHooks {
			f.Comment(c.Name + " gets each call of " + c.Name + " after it has returned. Slices in call are valid until this function returns.")
		}
		f.Func().Id(c.Name).Params(jen.Id("call").Add(p.gles(c.Go + "Call"))).Block()
		f.end()
	}
	return f
}

// emitObserve prints the statement that connects an observer of the author.
func emitObserve(g *jen.Group, p *Plan, c *Command) {
	call := jen.Id("call").Op("*").Add(p.gles("RawCall"))
	read := p.gles("Read" + c.Go).Call(jen.Id("call"))
	g.Add(p.core("Observers")).Index(p.core(c.Go)).Op("=").Func().Params(call).Block(jen.Id(c.Name).Call(read))
}

// emitObserved prints a type for the calls of each observed command, and the function that reads it.
func emitObserved(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	for _, c := range p.Hooked(HookObserve) {
		values := c.stored()
		f.Comment(c.Go + "Call is a call of " + c.Name + "." + addressesText(values))
		f.Type().Id(c.Go + "Call").StructFunc(func(g *jen.Group) {
			g.Id("Call")
			for _, o := range values {
				g.Id(o.field()).Add(p.observedType(o))
				if o.kind == observedMemory {
					g.Id(o.field() + memoryField).Index().Byte()
				}
			}
		})
		f.Line()
		f.Comment(c.Go + "Observer is the type of observers of " + c.Name + ".")
		f.Type().Id(c.Go + "Observer").Func().Params(jen.Id("call").Id(c.Go + "Call"))
		f.Line()
		f.Comment("Read" + c.Go + " reads a call of " + c.Name + ". Slices are valid as long as those of the call.")
		f.Func().Id("Read" + c.Go).Params(jen.Id("c").Op("*").Id("RawCall")).Id(c.Go + "Call").BlockFunc(func(g *jen.Group) {
			fields := []jen.Code{jen.Id("Call").Op(":").Id("c").Dot("Call")}
			data := 0
			for i, o := range values {
				fields = append(fields, jen.Id(o.field()).Op(":").Add(p.readObserved(o, i, data)))
				if o.kind == observedMemory {
					fields = append(fields, jen.Id(o.field()+memoryField).Op(":").Add(copiedData(data)).Dot("Bytes"))
				}
				if o.copied() {
					data++
				}
			}
			g.Return(jen.Id(c.Go + "Call").Add(lines(fields...)))
		})
		f.end()
	}
	return f
}

// memoryField is the end of the name of the field with the memory behind a pointer.
const memoryField = "Bytes"

// copiedData returns a copy of a call.
func copiedData(place int) *jen.Statement { return jen.Id("c").Dot("Data").Index(jen.Lit(place)) }

// field returns the name of the value in the type of a call.
func (o observed) field() string {
	if o.Name == resultName {
		return "Result"
	}
	return exported(o.Name)
}

// addressesText explains the pointers whose elements are not copied.
func addressesText(values []observed) string {
	var names []string
	for _, o := range values {
		if o.kind == observedAddress {
			names = append(names, o.field())
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return " Of " + names[0] + " it has only the address."
	}
	return " Of " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " it has only the addresses."
}

// observedType returns the Go type of a field.
func (p *Plan) observedType(o observed) *jen.Statement {
	switch o.kind {
	case observedText:
		return jen.String()
	case observedTexts:
		return jen.Index().String()
	case observedBytes:
		return jen.Index().Byte()
	case observedArray:
		return jen.Index().Add(p.elementType(o.Value))
	case observedAddress, observedMemory:
		return jen.Id("Ptr")
	}
	return p.goType(o.Value)
}

// elementType returns the Go type that a pointer points to.
func (p *Plan) elementType(v Value) *jen.Statement {
	v.GoType = strings.TrimPrefix(v.GoType, "*")
	return p.goType(v)
}

// readObserved returns the expression that reads a value: argument is its place among the arguments, and data that among the
// copies.
func (p *Plan) readObserved(o observed, argument, data int) *jen.Statement {
	copied := copiedData(data)
	bits := jen.Id("c").Dot("Args").Index(jen.Lit(argument))
	if o.Name == resultName {
		bits = jen.Id("c").Dot("Result")
	}
	switch o.kind {
	case observedText:
		return copied.Dot("Text").Call()
	case observedTexts:
		return copied.Dot("Texts").Call()
	case observedBytes:
		return copied.Dot("Bytes")
	case observedArray:
		return jen.Id("elements").Types(p.elementType(o.Value)).Call(copied)
	case observedAddress, observedMemory:
		return jen.Id("Ptr").Call(bits)
	}
	switch o.Class {
	case "f32":
		return p.goType(o.Value).Call(jen.Qual("math", "Float32frombits").Call(jen.Uint32().Call(bits)))
	case "f64":
		return p.goType(o.Value).Call(jen.Qual("math", "Float64frombits").Call(bits))
	}
	return p.goType(o.Value).Call(bits)
}
