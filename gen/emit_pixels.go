package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/registry"
)

// emitPixels prints the function that returns the size of a pixel.
func emitPixels(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	returns := func(kind string, result func(n int) jen.Code) func(*jen.Group) {
		return func(g *jen.Group) {
			for _, row := range p.pixels[kind] {
				g.Case(hex(row.Value)).Block(jen.Return(result(int(row.Number))).Comment(row.Name))
			}
		}
	}
	lit := func(n int) jen.Code { return jen.Lit(n) }
	f.Comment("pixelSize returns the size of a pixel in bytes; 0 for an unknown format or type.")
	f.Func().Id("pixelSize").Params(jen.List(jen.Id("format"), jen.Id("typ")).Id("GLenum")).Int().Block(
		jen.Id("n").Op(":=").Id("components").Call(jen.Id("format")),
		jen.If(jen.Id("n").Op("==").Lit(0)).Block(jen.Return(jen.Lit(0))),
		jen.Switch(jen.Id("typ")).BlockFunc(func(g *jen.Group) {
			returns("type", func(n int) jen.Code { return jen.Lit(n).Op("*").Id("n") })(g)
			returns("packed", lit)(g)
		}),
		jen.Return(jen.Lit(0)),
	)
	f.end()
	f.Comment("components returns the number of components of a format; 0 for an unknown one.")
	f.Func().Id("components").Params(jen.Id("format").Id("GLenum")).Int().Block(
		jen.Switch(jen.Id("format")).BlockFunc(returns("format", lit)),
		jen.Return(jen.Lit(0)),
	)
	f.end()
	return f
}

// resolvePixels reads the sizes of formats and types that ImageSize knows, by kind. The recorder uses the same table.
func (p *Plan) resolvePixels(r *registry.Registry) {
	p.pixels = map[string][]record.NumberRow{}
	for _, kind := range []string{"format", "type", "packed"} {
		p.pixels[kind] = record.Formats(r, kind)
	}
}
