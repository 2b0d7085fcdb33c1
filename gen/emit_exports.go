package gen

import (
	"path"
	"slices"

	"github.com/dave/jennifer/jen"
)

// ExportsFile is the file in a set's directory that exports its functions if they have the names of hooks in
// package main.
const ExportsFile = "zz_generated_exports.go"

// Exports prints the file ExportsFile of each set that needs it.
func Exports(p *Plan) ([]File, error) {
	var files []File
	for i := range p.goSets {
		s := &p.goSets[i]
		if s.Exports == nil {
			continue
		}
		content, err := printGo(emitExports(p, s))
		if err != nil {
			return nil, err
		}
		files = append(files, NewFile(path.Join(s.Folder, ExportsFile), content, false))
	}
	return files, nil
}

func emitExports(p *Plan, s *GoSet) *goFile {
	f := p.generated(s.Folder, s.Package)
	f.Comment("The hooks of this package, under the names that hook sets use.")
	f.Line()
	if slices.Contains(s.Exports, goInitialize) {
		f.Func().Id(goSetInitialize).Params(p.layerParam()).Block(jen.Id(goInitialize).Call(jen.Id("l")))
		f.Line()
	}
	for _, c := range p.filter(func(c *Command) bool { return slices.Contains(s.Exports, c.Name) }) {
		call := jen.Id(c.Name).Call(prepend(jen.Id("next"), goArgs(c))...)
		f.Func().Id(c.Go).Add(p.hookSignature(c)).Block(returned(c, call))
		f.Line()
	}
	return f
}

// layerParam returns the parameter of functions that initialize what hooks use.
func (p *Plan) layerParam() *jen.Statement { return jen.Id("l").Op("*").Add(p.gles("Layer")) }
